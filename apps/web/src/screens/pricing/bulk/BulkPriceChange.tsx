import { Banner, Card, Button, PageHeader, Page, showToast } from '@seller-connect/ui';
import type {
  PreviewPricesBody,
  PriceAdjustment,
  PriceChangeReport,
} from '@seller-connect/contract';
import { useEffect, useRef } from 'react';
import { catalogueClient } from '../../../api/index.ts';
import { priceQueryNames } from '../../../api/queries/queryKeys.ts';
import { useMutation } from '../../../api/queries/useMutation.ts';
import { formErrorMessage, locallyHandledStatuses } from '../../../forms/index.ts';
import { formats, sharedTexts } from '../../../i18n/index.ts';
import { AdjustmentForm } from './AdjustmentForm.tsx';
import { BulkChangeTable } from './BulkChangeTable.tsx';
import { texts } from '../texts.ts';

const labels = texts.bulk;

export interface BulkTarget {
  readonly target: Pick<PreviewPricesBody, 'skus' | 'filter'>;
  readonly count: number;
}

export interface BulkPriceChangeProps extends BulkTarget {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Changes many prices in three steps: the adjustment, a preview of every row, and the result of each row. */
export function BulkPriceChange({ target, count, onDone, onCancel }: BulkPriceChangeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const preview = useMutation({
    mutationFn: (adjustment: PriceAdjustment) =>
      catalogueClient().call('previewPrices', {
        body: { adjustment, ...target },
        handleErrorLocally: locallyHandledStatuses,
      }),
    changes: [],
  });
  // The preview belongs to the current inputs; a pending one is discarded when they change.
  const previewed = preview.data && { adjustment: preview.variables, report: preview.data };
  const apply = useMutation({
    mutationFn: ({
      adjustment,
      report,
    }: {
      adjustment: PriceAdjustment;
      report: PriceChangeReport;
    }) =>
      catalogueClient().call('changePrices', {
        body: { adjustment, items: changedVersions(report) },
        handleErrorLocally: locallyHandledStatuses,
      }),
    changes: priceQueryNames,
    onSuccess(report) {
      const { changed, total } = report;
      // The report replaces the button that has the focus. A user who went back meanwhile does not see it.
      if (heading.current !== null) return heading.current.focus();
      showToast({
        tone: changed === total ? 'positive' : 'attention',
        title: labels.done(formats.number(changed), formats.number(total)),
        ...(changed > 0 && {
          action: { label: sharedTexts.undo, onPress: () => restore.mutate(report) },
        }),
      });
    },
  });
  const restore = useMutation({
    mutationFn: (report: PriceChangeReport) =>
      catalogueClient().call('restorePrices', { body: { items: changedVersions(report) } }),
    changes: priceQueryNames,
    onSuccess({ changed, total }) {
      showToast({
        tone: changed === total ? 'positive' : 'attention',
        title: labels.undone(formats.number(changed), formats.number(total)),
        ...(changed < total && { text: labels.undoneSome }),
      });
      // What the page shows is undone.
      if (heading.current !== null) onDone();
    },
  });
  const problem = formErrorMessage(apply.error ?? preview.error);

  return (
    <Page>
      <PageHeader title={labels.title} headingRef={heading}>
        {labels.about(formats.number(count))}
      </PageHeader>
      {problem !== null && <Banner tone="negative" announced title={problem} />}
      {apply.data ? (
        <Card
          flush
          title={labels.done(formats.number(apply.data.changed), formats.number(apply.data.total))}
          actions={
            <>
              {apply.data.changed > 0 && (
                <Button
                  variant="quiet"
                  busy={restore.isPending}
                  onClick={() => restore.mutate(apply.data)}
                >
                  {sharedTexts.undo}
                </Button>
              )}
              <Button onClick={onDone}>{labels.back}</Button>
            </>
          }
        >
          <BulkChangeTable report={apply.data} done />
        </Card>
      ) : (
        <>
          <Card>
            <AdjustmentForm
              busy={preview.isPending}
              disabled={apply.isPending}
              onPreview={(adjustment) => {
                apply.reset();
                preview.mutate(adjustment);
              }}
              onTouch={preview.reset}
              onCancel={onCancel}
            />
          </Card>
          {previewed && (
            <Card
              flush
              title={labels.previewed(
                formats.number(previewed.report.changed),
                formats.number(previewed.report.total),
              )}
              summary={unchangedText(previewed.report)}
              actions={
                previewed.report.changed > 0 && (
                  <Button
                    variant="primary"
                    busy={apply.isPending}
                    onClick={() => apply.mutate(previewed)}
                  >
                    {labels.apply(formats.number(previewed.report.changed))}
                  </Button>
                )
              }
            >
              <BulkChangeTable report={previewed.report} />
            </Card>
          )}
        </>
      )}
    </Page>
  );
}

/** Returns the SKUs that a report says are changed, with their versions. */
const changedVersions = ({ items }: PriceChangeReport) =>
  items.filter((row) => row.outcome === 'changed').map(({ sku, version }) => ({ sku, version }));

function unchangedText({ total, changed }: PriceChangeReport): string | undefined {
  if (changed === 0) return labels.nothing;
  return total > changed ? labels.rest(formats.number(total - changed)) : undefined;
}
