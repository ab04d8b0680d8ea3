import { Banner, PageHeader, Page } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { CardPlaceholder } from '../../lists/CardPlaceholder.tsx';
import { AccessList } from './AccessList.tsx';
import { AssistantsCard } from './AssistantsCard.tsx';
import { DownloadCard } from './DownloadCard.tsx';
import { LookerStudio } from './LookerStudio.tsx';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';

const accessQuery = endpointQuery('listReportAccess');

/** Exports the report: files, feed links, and credentials for reporting tools. */
export default function ToolsScreen() {
  const query = useQuery(accessQuery);
  const { data } = query;
  const { looksOnly, team } = useTeamRole();
  return (
    <Page width="medium">
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      <DownloadCard />
      {!data && (
        <CardPlaceholder title={texts.access.title} query={query} failed={texts.failed} rows={2} />
      )}
      {data && looksOnly && <Banner>{roleTexts.readOnly(team)}</Banner>}
      {data && <AccessList list={data} mayChange={!looksOnly} />}
      {data && <AssistantsCard address={data.addresses.mcp} />}
      {data && data.addresses.lookerStudio !== null && (
        <LookerStudio address={data.addresses.lookerStudio} />
      )}
    </Page>
  );
}
