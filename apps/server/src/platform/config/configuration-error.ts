/** A setting that cannot be used; the message names it and says what would do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
