/** Fault rules: which calls they hit, how often, and with what effect. */
import { draw } from '../world/random.ts';
import { isRecord } from '../http/json-object.ts';

const faultKinds = [
  'latency',
  'throttle',
  'http_5xx',
  'broken_json',
  'truncated_page',
  'expired_token',
  'revoked_token',
  'duplicate_items',
  'reorder_items',
  'drop_connection',
  'api_error',
  'push_lost',
  'push_late',
  'push_doubled',
  'push_reordered',
  'push_forged',
  'push_wrong_signature',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Stands for the path in rules for pushes. */
export const pushPath = 'push';

export interface FaultRule {
  readonly id: string;
  readonly platform: string;
  readonly kind: FaultKind;
  /** Exact API path such as `/orders/get`; any path if absent. */
  readonly path?: string;
  /** External shop ID; any shop if absent. */
  readonly shop?: string;
  /** Share of the matching calls that are hit, 0 to 1. */
  readonly probability: number;
  /** How many more calls the rule may hit; null for no limit. */
  readonly count: number | null;
  /** Delay in milliseconds: of `latency` by the machine's clock, of `push_late` by the sandbox's. */
  readonly ms: number;
  /** Duration of the ban of `throttle`, in seconds. */
  readonly seconds: number;
  /** Error code of `throttle` and `api_error`, HTTP status of `http_5xx`. */
  readonly code?: string;
  /** Calls hit so far. */
  readonly hits: number;
}

export interface CallTarget {
  readonly platform: string;
  readonly path: string;
  readonly shop: string | undefined;
}

export class FaultError extends Error {
  override readonly name = 'FaultError';
}

function optionalText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  throw new FaultError(`${name} must be a text.`);
}

function readNumberInRange(
  value: unknown,
  name: string,
  low: number,
  high: number,
  defaultValue: number,
): number {
  if (value === undefined || value === null) return defaultValue;
  if (typeof value === 'number' && value >= low && value <= high) return value;
  throw new FaultError(`${name} must be a number from ${low} to ${high}.`);
}

/**
 * Parses one rule of the control API.
 *
 * @throws {FaultError} with the problem.
 */
function parseFault(value: unknown, id: string): FaultRule {
  if (!isRecord(value)) throw new FaultError('A fault must be an object.');
  const known = [
    'id',
    'platform',
    'kind',
    'path',
    'shop',
    'probability',
    'count',
    'ms',
    'seconds',
    'code',
    'hits',
  ];
  const unknownField = Object.keys(value).find((key) => !known.includes(key));
  if (unknownField !== undefined)
    throw new FaultError(`"${unknownField}" is not a field of a fault.`);
  const kind = faultKinds.find((candidate) => candidate === value['kind']);
  if (kind === undefined) throw new FaultError(`kind must be one of ${faultKinds.join(', ')}.`);
  const path = optionalText(value['path'], 'path');
  const shop = optionalText(value['shop'], 'shop');
  const code = optionalText(value['code'], 'code');
  const unlimited = value['count'] === undefined || value['count'] === null;
  return {
    id,
    platform: optionalText(value['platform'], 'platform')?.toUpperCase() ?? 'LAZADA',
    kind,
    ...(path === undefined ? {} : { path }),
    ...(shop === undefined ? {} : { shop }),
    probability: readNumberInRange(value['probability'], 'probability', 0, 1, 1),
    count: unlimited ? null : Math.floor(readNumberInRange(value['count'], 'count', 0, 1e9, 0)),
    ms: readNumberInRange(value['ms'], 'ms', 0, 600_000, 1000),
    seconds: readNumberInRange(value['seconds'], 'seconds', 0, 86_400, 1),
    ...(code === undefined ? {} : { code }),
    hits: Math.floor(readNumberInRange(value['hits'], 'hits', 0, 1e15, 0)),
  };
}

/** The active fault rules. The seed and the order of the calls determine which calls are hit. */
export class Faults {
  readonly #seed: number;
  #rules: FaultRule[] = [];
  #draws = 0;
  #ids = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  list(): readonly FaultRule[] {
    return this.#rules;
  }

  replace(values: readonly unknown[]): readonly FaultRule[] {
    const rules = values.map((value, position) =>
      parseFault(value, `fault-${this.#ids + position + 1}`),
    );
    this.#ids += rules.length;
    this.#rules = rules;
    this.#draws = 0;
    return this.#rules;
  }

  /** Adds rules to the active ones. */
  add(values: readonly unknown[]): readonly FaultRule[] {
    const rules = values.map((value, position) =>
      parseFault(value, `fault-${this.#ids + position + 1}`),
    );
    this.#ids += rules.length;
    this.#rules = [...this.#rules, ...rules];
    return rules;
  }

  /** Removes one rule, or all. */
  remove(id?: string): void {
    this.#rules = id === undefined ? [] : this.#rules.filter((rule) => rule.id !== id);
    if (id === undefined) this.#draws = 0;
  }

  /** Returns the rules that hit this call, and decrements their counts. */
  strike(target: CallTarget): readonly FaultRule[] {
    if (this.#rules.length === 0) return [];
    const matchedFaults: FaultRule[] = [];
    this.#rules = this.#rules.map((rule) => {
      const matches =
        rule.platform === target.platform &&
        rule.kind.startsWith('push_') === (target.path === pushPath) &&
        (rule.path === undefined || rule.path === target.path) &&
        (rule.shop === undefined || rule.shop === target.shop) &&
        rule.count !== 0;
      if (!matches) return rule;
      this.#draws += 1;
      if (draw(this.#seed, this.#draws) >= rule.probability) return rule;
      const after = {
        ...rule,
        hits: rule.hits + 1,
        count: rule.count === null ? null : rule.count - 1,
      };
      matchedFaults.push(after);
      return after;
    });
    return matchedFaults;
  }
}
