/** An unusable setting. The message names the setting and what to set instead. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
