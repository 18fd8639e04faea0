"""Contact physics in SI units: the functions the lessons teach, their experiments and what these found."""
