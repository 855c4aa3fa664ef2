// The page loads this only for readers who have logged in; the worker has it with it.
export { exchange };
