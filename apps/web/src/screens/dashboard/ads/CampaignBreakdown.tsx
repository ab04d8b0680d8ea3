import { useQuery } from '@tanstack/react-query';
import { BlockFailure } from '../CardError.tsx';
import type { ReportView } from '../filters/filters.ts';
import { adsQuery } from './adsQuery.ts';
import { CampaignList } from './CampaignList.tsx';
import { texts } from './texts.ts';

export interface CampaignBreakdownProps {
  readonly view: ReportView;
  readonly live: boolean;
}

/** The period by campaign: what ads cost, for no marketplace tells which sale came of which ad. */
export function CampaignBreakdown({ view, live }: CampaignBreakdownProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(adsQuery(view, live));
  return (
    <>
      {error && (
        <BlockFailure
          title={texts.failed}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <CampaignList data={data} failed={error !== null} busy={isPlaceholderData} />
    </>
  );
}
