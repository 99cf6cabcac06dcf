"""Videos whose music was not recognised: operators look at them once more."""
