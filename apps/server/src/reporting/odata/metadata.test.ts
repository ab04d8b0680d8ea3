import { parse as parseForeign } from '@sap-ux/edmx-parser';
import { SaxesParser } from 'saxes';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { dataSets } from '../query/data-sets.ts';
import { metadataDocument } from './metadata.ts';
import { entityProperties } from './query-options.ts';

/** Checks $metadata against the rules of OData CSDL 4.0, part 3, and with a third-party parser. */
const edmx = 'http://docs.oasis-open.org/odata/ns/edmx';
const edm = 'http://docs.oasis-open.org/odata/ns/edm';

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
}

/** Parses well-formed XML and resolves namespaces. Throws otherwise. */
function read(xml: string): Element {
  const top: Element = { name: '', attributes: {}, children: [] };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const own = Object.values(attributes).filter(
      ({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns',
    );
    const element = {
      name: `{${uri}}${local}`,
      attributes: Object.fromEntries(own.map(({ name, value }) => [name, value])),
      children: [],
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return top.children[0] ?? top;
}

const Named = Type.Object({ name: Type.String() });
const AsOthersRead = Type.Object({
  namespace: Type.String(),
  entityContainer: Type.Object({ fullyQualifiedName: Type.String() }),
  entitySets: Type.Array(Type.Object({ name: Type.String(), entityTypeName: Type.String() })),
  entityTypes: Type.Array(
    Type.Object({
      fullyQualifiedName: Type.String(),
      keys: Type.Array(Named),
      entityProperties: Type.Array(Named),
    }),
  ),
});

const xml = metadataDocument(dataSets.values());
const root = read(xml);
/** Allowed child elements and attributes of each element (sections 3 to 13). */
const grammar: Record<string, { attributes: string[]; children: string[] }> = {
  [`{${edmx}}Edmx`]: { attributes: ['Version'], children: [`{${edmx}}DataServices`] },
  [`{${edmx}}DataServices`]: { attributes: [], children: [`{${edm}}Schema`] },
  [`{${edm}}Schema`]: {
    attributes: ['Namespace'],
    children: [`{${edm}}EntityType`, `{${edm}}EntityContainer`],
  },
  [`{${edm}}EntityType`]: { attributes: ['Name'], children: [`{${edm}}Key`, `{${edm}}Property`] },
  [`{${edm}}Key`]: { attributes: [], children: [`{${edm}}PropertyRef`] },
  [`{${edm}}PropertyRef`]: { attributes: ['Name'], children: [] },
  [`{${edm}}Property`]: {
    attributes: ['Name', 'Type', 'Nullable', 'Precision', 'Scale'],
    children: [],
  },
  [`{${edm}}EntityContainer`]: { attributes: ['Name'], children: [`{${edm}}EntitySet`] },
  [`{${edm}}EntitySet`]: { attributes: ['Name', 'EntityType'], children: [] },
};
const below = (element: Element | undefined, name: string) =>
  element?.children.filter((each) => each.name === `{${edm}}${name}`) ?? [];
const everything = (element: Element): Element[] => [
  element,
  ...element.children.flatMap(everything),
];
const schema = root.children[0]?.children[0];
const names = (elements: Element[]) => elements.map(({ attributes }) => attributes['Name'] ?? '');

describe('$metadata', () => {
  it('is CSDL 4.0 with known elements and attributes in their places', () => {
    expect(root.name).toBe(`{${edmx}}Edmx`);
    expect(root.attributes['Version']).toBe('4.0');
    for (const { name, attributes, children } of everything(root)) {
      const rule = grammar[name];
      expect(Object.keys(grammar)).toContain(name);
      expect(rule?.attributes).toEqual(expect.arrayContaining(Object.keys(attributes)));
      expect(rule?.children).toEqual(expect.arrayContaining(children.map((each) => each.name)));
    }
    expect(below(schema, 'EntityContainer')).toHaveLength(1);
  });

  it('uses simple identifiers that are unique in their scope', () => {
    for (const element of everything(root)) {
      const own = names(element.children.filter(({ attributes }) => 'Name' in attributes));
      for (const name of own) expect(name).toMatch(/^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]{0,127}$/u);
      expect(new Set(own).size).toBe(own.length);
    }
    // A property must not have the name of its type (6.1.1).
    for (const type of below(schema, 'EntityType'))
      expect(names(below(type, 'Property'))).not.toContain(type.attributes['Name']);
  });

  it('has valid facets of types, and keys that are never null', () => {
    for (const type of below(schema, 'EntityType')) {
      const properties = new Map(
        below(type, 'Property').map(({ attributes }) => [attributes['Name'] ?? '', attributes]),
      );
      for (const { Type: edmType, Precision, Scale, Nullable } of properties.values()) {
        expect(edmType).toMatch(/^Edm\.(String|Date|DateTimeOffset|Boolean|Int64|Decimal|Double)$/);
        expect(Nullable).toMatch(/^(true|false)$/);
        if (Scale !== undefined) {
          expect(edmType).toBe('Edm.Decimal');
          expect(Number(Scale)).toBeLessThanOrEqual(Number(Precision));
        }
        if (edmType === 'Edm.DateTimeOffset') expect(Number(Precision)).toBeLessThanOrEqual(12);
        else if (edmType !== 'Edm.Decimal') expect(Precision).toBeUndefined();
      }
      const [key] = below(type, 'Key');
      const parts = names(key?.children ?? []);
      expect(parts.length).toBeGreaterThan(0);
      for (const part of parts) {
        expect(properties.get(part)?.['Nullable']).toBe('false');
        // Allowed types of key properties (8.2).
        expect(properties.get(part)?.['Type']).toMatch(/^Edm\.(String|Date|Int64)$/);
      }
    }
  });

  it('is parsed by an independent library, set by set', () => {
    const { namespace, entityTypes, entitySets, entityContainer } = Value.Parse(
      AsOthersRead,
      parseForeign(xml).schema,
    );
    expect(namespace).toBe('SellerConnect');
    expect(entitySets.map(({ name }) => name)).toEqual([...dataSets.keys()]);
    expect(entityContainer.fullyQualifiedName).toBe('SellerConnect.Container');
    const types = new Map(entityTypes.map((type) => [type.fullyQualifiedName, type]));
    for (const { name, entityTypeName } of entitySets) {
      const dataSet = dataSets.get(name);
      const type = types.get(entityTypeName);
      if (!dataSet || !type) return expect.fail(`${name} is of no known type`);
      expect(type.keys.map((key) => key.name).toSorted()).toEqual([...dataSet.key].toSorted());
      const properties = type.entityProperties.map((property) => property.name);
      expect(properties).toEqual(entityProperties(dataSet).map(({ id }) => id));
    }
  });
});
