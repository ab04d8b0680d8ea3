import { Select } from '@seller-connect/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { texts } from './texts.ts';

const labels = texts.download;
const periods = ['7', '28', '90', '365'] as const;
const noPeriod = 'none';

/** The server names data sets and fields in the page's language. */
export const dataSetsQuery = queryOptions({
  ...endpointQuery('reportsCatalogue'),
  staleTime: Infinity,
});

export interface DataSetSelection {
  readonly dataSet: string;
  /** Null for a data set without days. */
  readonly days: number | null;
}

/** Selects the rows: a data set and, if it has days, how many of them. */
export function useDataSetFields() {
  const query = useQuery(dataSetsQuery);
  const { data } = query;
  const [dataSet, setDataSet] = useState('shop_day');
  const [days, setDays] = useState<(typeof periods)[number]>('28');
  const hasDays = (data?.dataSets.find((each) => each.id === dataSet)?.bases.length ?? 1) > 0;
  const chosen: DataSetSelection = { dataSet, days: hasDays ? Number(days) : null };
  const fields = (
    <>
      <Select
        label={labels.dataSet}
        options={data?.dataSets.map(({ id, label }) => ({ value: id, label })) ?? []}
        value={dataSet}
        onValueChange={setDataSet}
        disabled={!data}
      />
      {hasDays ? (
        <Select
          label={labels.period}
          options={periods.map((value) => ({ value, label: labels.days(Number(value)) }))}
          value={days}
          onValueChange={setDays}
        />
      ) : (
        <Select
          label={labels.period}
          options={[{ value: noPeriod, label: labels.allDays }]}
          value={noPeriod}
          onValueChange={() => undefined}
          disabled
        />
      )}
    </>
  );
  return { chosen, fields, query };
}
