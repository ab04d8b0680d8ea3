import { isRecord } from './http/json-object.ts';
/** Platform options that can be set through the control API. */

/** Describes a problem with a change, in a sentence for the caller. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/**
 * Parses the new value of one option.
 *
 * @throws {OptionsError} if the value is invalid.
 */
type OptionParser<Value> = (value: unknown, name: string) => Value;

/**
 * Returns a function that applies a change from the control API to the current options. An option without a parser
 * cannot be set.
 *
 * @throws {OptionsError} from the returned function, with the problem.
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

/** Accepts a number of seconds, calls or days. */
export const nonNegativeIntegerOption: OptionParser<number> = (value, name) => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e10) {
    return value;
  }
  throw new OptionsError(`${name} must be a whole number, 0 or more.`);
};

/** Accepts a number of seconds, which may be negative. */
export const integerOption: OptionParser<number> = (value, name) => {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new OptionsError(`${name} must be a whole number.`);
};

export const booleanOption: OptionParser<boolean> = (value, name) => {
  if (typeof value === 'boolean') return value;
  throw new OptionsError(`${name} must be true or false.`);
};

/** @param what the items, in the plural. */
export function listOf(what: string): OptionParser<readonly string[]> {
  return (value, name) => {
    if (Array.isArray(value)) return value.map(String);
    throw new OptionsError(`${name} must be a list of ${what}.`);
  };
}

export const recordOption: OptionParser<Readonly<Record<string, unknown>>> = (value, name) => {
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
