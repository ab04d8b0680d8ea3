import type { DataSet, Field } from '../query/data-sets.ts';
import { entityProperties } from './query-options.ts';

const edmTypes: Record<Field['type'], string> = {
  text: 'Type="Edm.String"',
  uuid: 'Type="Edm.String"',
  day: 'Type="Edm.Date"',
  instant: 'Type="Edm.DateTimeOffset" Precision="6"',
  flag: 'Type="Edm.Boolean"',
  count: 'Type="Edm.Int64"',
  money: 'Type="Edm.Decimal" Precision="19" Scale="4"',
  share: 'Type="Edm.Double"',
  times: 'Type="Edm.Double"',
};

/** Returns the service document: every entity set with its URL. */
export function serviceDocument(dataSets: Iterable<DataSet>, root: string): object {
  return {
    '@odata.context': `${root}/$metadata`,
    value: [...dataSets].map(({ id, label }) => ({
      name: id,
      title: label.en,
      kind: 'EntitySet',
      url: id,
    })),
  };
}

/** Returns the model as CSDL XML 4.0. Ids are strings, money is an exact decimal, days are dates. */
export function metadataDocument(dataSets: Iterable<DataSet>): string {
  const sets = [...dataSets];
  const types = sets.map((dataSet) => {
    const keys = dataSet.key.map((id) => `          <PropertyRef Name="${id}"/>`);
    const properties = entityProperties(dataSet).map(
      (field) =>
        `        <Property Name="${field.id}" ${edmTypes[field.type]} Nullable="${field.nullable}"/>`,
    );
    return `      <EntityType Name="${dataSet.id}_row">
        <Key>
${keys.join('\n')}
        </Key>
${properties.join('\n')}
      </EntityType>`;
  });
  const entries = sets.map(
    ({ id }) => `        <EntitySet Name="${id}" EntityType="SellerConnect.${id}_row"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:DataServices>
    <Schema Namespace="SellerConnect" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${types.join('\n')}
      <EntityContainer Name="Container">
${entries.join('\n')}
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>
`;
}
