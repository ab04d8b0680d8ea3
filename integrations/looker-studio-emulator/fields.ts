/**
 * Fields of a community connector as Apps Script builds them. Rejects what Looker Studio rejects.
 * @see https://developers.google.com/apps-script/reference/data-studio/field
 */

/** The types that this product's fields use. Other types are undefined, as in Apps Script. */
export const fieldTypes = [
  'TEXT',
  'NUMBER',
  'PERCENT',
  'BOOLEAN',
  'YEAR_MONTH_DAY',
  'YEAR_MONTH_DAY_SECOND',
  'CURRENCY_VND',
  'CURRENCY_USD',
  'CURRENCY_THB',
  'CURRENCY_IDR',
  'CURRENCY_MYR',
  'CURRENCY_PHP',
  'CURRENCY_SGD',
] as const;
export type FieldType = (typeof fieldTypes)[number];
export const aggregations = [
  'SUM',
  'AVG',
  'MIN',
  'MAX',
  'COUNT',
  'COUNT_DISTINCT',
  'AUTO',
] as const;

export interface BuiltField {
  name: string;
  label: string;
  description?: string;
  dataType: 'STRING' | 'NUMBER' | 'BOOLEAN';
  formula?: string;
  defaultAggregationType?: string;
  semantics: {
    conceptType: 'DIMENSION' | 'METRIC';
    semanticType: FieldType;
    isReaggregatable: boolean;
  };
}

export function reject(why: string): never {
  throw new Error(`Looker Studio would refuse this: ${why}`);
}

export function requireText(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') return reject(`${what} is ${String(value)}`);
  return value;
}

class Field {
  readonly #concept: BuiltField['semantics']['conceptType'];
  readonly #properties = new Map<string, string>();

  constructor(concept: BuiltField['semantics']['conceptType']) {
    this.#concept = concept;
  }
  #set(what: string, value: unknown): this {
    this.#properties.set(what, requireText(value, what));
    return this;
  }
  setId(id: unknown): this {
    if (!/^[A-Za-z0-9_]+$/.test(String(id))) reject(`the field id ${String(id)}`);
    return this.#set('id', id);
  }
  setName(name: unknown): this {
    return this.#set('name', name);
  }
  setDescription(description: unknown): this {
    return this.#set('description', description);
  }
  setFormula(formula: unknown): this {
    return this.#set('formula', formula);
  }
  setType(type: unknown): this {
    if (!fieldTypes.some((each) => each === type)) reject(`the type ${String(type)}`);
    return this.#set('type', type);
  }
  setAggregation(aggregation: unknown): this {
    if (!aggregations.some((each) => each === aggregation))
      reject(`adding up by ${String(aggregation)}`);
    if (this.#concept === 'DIMENSION') reject('a dimension that is added up');
    return this.#set('aggregation', aggregation);
  }
  getId(): string | null {
    return this.#properties.get('id') ?? null;
  }
  build(ids: ReadonlySet<string>): BuiltField {
    const [id, formula, aggregation] = [
      this.getId(),
      this.#properties.get('formula'),
      this.#properties.get('aggregation'),
    ];
    const type = fieldTypes.find((each) => each === this.#properties.get('type'));
    if (id === null || !type) return reject(`the field ${id} without id or type`);
    if (this.#concept === 'METRIC' && aggregation === undefined) reject(`${id} is not added up`);
    if ((aggregation === 'AUTO') !== (formula !== undefined)) reject(`${id}: AUTO is for formulas`);
    for (const [, named = ''] of (formula ?? '').matchAll(/\$(\w+)/g)) {
      if (!ids.has(named)) reject(`the formula of ${id} names ${named}`);
    }
    const description = this.#properties.get('description');
    return {
      name: id,
      label: requireText(this.#properties.get('name'), `the name of ${id}`),
      ...(description !== undefined && { description }),
      dataType: dataTypeOf(type),
      ...(formula !== undefined && { formula }),
      ...(aggregation !== undefined && { defaultAggregationType: aggregation }),
      semantics: {
        conceptType: this.#concept,
        semanticType: type,
        isReaggregatable: aggregation !== undefined && aggregation !== 'AUTO',
      },
    };
  }
}

function dataTypeOf(type: FieldType): BuiltField['dataType'] {
  if (type === 'BOOLEAN') return 'BOOLEAN';
  return /^(NUMBER|PERCENT|CURRENCY_)/.test(type) ? 'NUMBER' : 'STRING';
}

export class Fields {
  readonly #all: Field[] = [];
  readonly #defaults = new Map<'DIMENSION' | 'METRIC', string>();

  #add(concept: 'DIMENSION' | 'METRIC'): Field {
    const field = new Field(concept);
    this.#all.push(field);
    return field;
  }
  newDimension(): Field {
    return this.#add('DIMENSION');
  }
  newMetric(): Field {
    return this.#add('METRIC');
  }
  setDefaultDimension(id: unknown): void {
    this.#defaults.set('DIMENSION', requireText(id, 'the default dimension'));
  }
  setDefaultMetric(id: unknown): void {
    this.#defaults.set('METRIC', requireText(id, 'the default metric'));
  }
  asArray(): Field[] {
    return [...this.#all];
  }
  build(): BuiltField[] {
    const ids = this.#all.map((field) => field.getId() ?? '');
    if (new Set(ids).size < ids.length) reject(`two fields of one id among ${ids.join(', ')}`);
    const built = this.#all.map((field) => field.build(new Set(ids)));
    if (built.length === 0) reject('a schema without fields');
    for (const [concept, id] of this.#defaults) {
      if (built.find(({ name }) => name === id)?.semantics.conceptType !== concept)
        reject(`the default ${concept} ${id}`);
    }
    return built;
  }
}
