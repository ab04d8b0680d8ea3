/** What can be set about a platform of the sandbox through the control API. */

/** Says what is wrong with a change, in a sentence for whoever sent it. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/** Takes the new value of one option. Throws `OptionsError`. */
type OptionParser<Value> = (value: unknown, name: string) => Value;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * How a platform's options are changed: a function that takes the present ones and a change from the control
 * API, and throws `OptionsError` with what is wrong. An option without a reader cannot be set.
 */
export function createOptionUpdater<Options extends object>(readers: {
  readonly [Name in keyof Options]: OptionParser<Options[Name]>;
}): (options: Options, change: unknown) => Options {
  const known = new Map<string, OptionParser<unknown>>(Object.entries(readers));
  return (options, change) => {
    if (!isRecord(change)) throw new OptionsError('The options must be an object.');
    let changed = options;
    for (const [name, value] of Object.entries(change)) {
      const read = known.get(name);
      if (read === undefined) throw new OptionsError(`"${name}" is not an option.`);
      changed = { ...changed, [name]: read(value, name) };
    }
    return changed;
  };
}

/** A number of seconds, calls or days. */
export const nonNegativeIntegerOption: OptionParser<number> = (value, name) => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e10) {
    return value;
  }
  throw new OptionsError(`${name} must be a whole number, 0 or more.`);
};

/** A number of seconds that may lie in the past. */
export const integerOption: OptionParser<number> = (value, name) => {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new OptionsError(`${name} must be a whole number.`);
};

export const booleanOption: OptionParser<boolean> = (value, name) => {
  if (typeof value === 'boolean') return value;
  throw new OptionsError(`${name} must be true or false.`);
};

/** @param what they are, in the plural. */
export function listOf(what: string): OptionParser<readonly string[]> {
  return (value, name) => {
    if (Array.isArray(value)) return value.map(String);
    throw new OptionsError(`${name} must be a list of ${what}.`);
  };
}

export const record: OptionParser<Readonly<Record<string, unknown>>> = (value, name) => {
  if (isRecord(value)) return value;
  throw new OptionsError(`${name} must be an object.`);
};

export function oneOf<const Value extends string | number>(
  ...values: readonly Value[]
): OptionParser<Value> {
  return (value, name) => {
    const found = values.find((each) => each === value);
    if (found !== undefined) return found;
    const last = values.at(-1);
    throw new OptionsError(`${name} must be ${values.slice(0, -1).join(', ')} or ${last}.`);
  };
}
