"""From measurements and words to pages in every language; `render.py` tells the story."""
