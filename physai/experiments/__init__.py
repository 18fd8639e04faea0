"""One experiment a module, each with one question; the modules beside them hold their parts."""
