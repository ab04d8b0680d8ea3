import {
  Banner,
  PageHeader,
  Page,
  Card,
  Quiet,
  LinkButton,
  Button,
  DownloadIcon,
  Select,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { CardPlaceholder } from '../../lists/CardPlaceholder.tsx';
import { AccessList } from './AccessList.tsx';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';
import { CopyableField } from '../../copyable/CopyableField.tsx';
import styles from './tools.module.css';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { downloadBlob } from '../../lists/download/downloadBlob.ts';
import { addDays, todayIn } from '../../i18n/calendarDays.ts';
import { defaultTimeZone } from '../../i18n/index.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import { useDataSetFields } from './useDataSetFields.tsx';

const { assistants, download, lookerStudio } = texts;

const accessQuery = endpointQuery('listReportAccess');

/** Exports the report: files, feed links, and credentials for reporting tools. */
export default function ToolsScreen() {
  const query = useQuery(accessQuery);
  const { data } = query;
  const { isViewer, team } = useTeamRole();
  return (
    <Page width="medium">
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      <DownloadCard />
      {!data && (
        <CardPlaceholder title={texts.access.title} query={query} failed={texts.failed} rows={2} />
      )}
      {data && isViewer && <Banner>{roleTexts.readOnly(team)}</Banner>}
      {data && <AccessList list={data} mayChange={!isViewer} />}
      {data && <AssistantsCard address={data.addresses.mcp} />}
      {data && data.addresses.lookerStudio !== null && (
        <LookerStudio address={data.addresses.lookerStudio} />
      )}
    </Page>
  );
}

/** Explains how an assistant is connected by the Model Context Protocol. */
function AssistantsCard({ address }: { readonly address: string }) {
  return (
    <Card title={assistants.title} summary={assistants.intro}>
      <div className={styles.form}>
        <CopyableField label={assistants.address} value={address} />
        <ol className={styles.steps}>
          {assistants.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Quiet as="p">{assistants.rights}</Quiet>
      </div>
    </Card>
  );
}

/** Explains how to use a secret in Looker Studio with our connector. */
function LookerStudio({ address }: { readonly address: string }) {
  return (
    <Card title={lookerStudio.title} summary={lookerStudio.intro}>
      <div className={styles.form}>
        <ol className={styles.steps}>
          {lookerStudio.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div>
          <LinkButton href={address}>{lookerStudio.open}</LinkButton>
        </div>
      </div>
    </Card>
  );
}

const formats = ['xlsx', 'csv', 'parquet'] as const;

/** Downloads a data set as a file. */
function DownloadCard() {
  const { chosen, fields, query } = useDataSetFields();
  const [format, setFormat] = useState<(typeof formats)[number]>('xlsx');
  const fetchFile = useMutation({
    mutationFn: () => {
      const to = todayIn(defaultTimeZone);
      const { dataSet, days } = chosen;
      const range = days === null ? {} : { from: addDays(to, 1 - days), to };
      return coreClient().download('exportReport', {
        query: { dataSet, ...range, format, bom: 'true', header: 'label' },
      });
    },
    changes: [],
    onSuccess: (file) =>
      downloadBlob(file, download.file(chosen.dataSet, todayIn(defaultTimeZone), format)),
  });
  return (
    <Card title={download.title} summary={download.intro}>
      {query.isError && !query.data ? (
        <LoadError title={download.noData} query={query} />
      ) : (
        <div className={styles.rowsForm}>
          {fields}
          <Select
            label={download.format}
            options={formats.map((value) => ({ value, label: download.formats[value] }))}
            value={format}
            onValueChange={setFormat}
          />
          <Button
            icon={<DownloadIcon />}
            busy={fetchFile.isPending}
            disabled={!query.data}
            onClick={() => fetchFile.mutate()}
          >
            {download.do}
          </Button>
        </div>
      )}
    </Card>
  );
}
