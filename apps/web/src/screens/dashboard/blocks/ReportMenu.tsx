import type { AlertMetric, Shop } from '@seller-connect/contract';
import { MoreMenu } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sharedTexts } from '../../../i18n/index.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { useOpenAtOnce } from '../../../loading/useOpenAtOnce.ts';
import { useTeamRole } from '../../../session/useTeamRole.ts';
import type { ChartMetric, ReportFilters } from '../filters/filters.ts';
import { homeShopsQuery } from '../queries.ts';
import { texts as home } from '../texts.ts';
import type { BlocksDialogProps } from './BlocksDialog.tsx';
import { texts } from './texts.ts';

/** Loaded when opened. */
const BlocksDialog = lazyBlock(() => import('./BlocksDialog.tsx'), null);

const NewRuleDialog = lazyBlock(() => import('../../../alert-rules/NewRuleDialog.tsx'), null);

const alertMetrics: Readonly<Record<ChartMetric, AlertMetric>> = {
  gmv: 'gmv',
  netSales: 'net_sales',
  orders: 'orders',
};

export interface ReportMenuProps extends Omit<BlocksDialogProps, 'onClose'> {
  readonly filters: ReportFilters;
}

/**
 * What else can be done with the whole report: set an alert about its shops, arrange its blocks, and print it. It opens
 * at once, because a press of its button has loaded it.
 */
export default function ReportMenu({ filters, ...arrangement }: ReportMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isArranging, setArranging] = useState(false);
  const [isAlerting, setAlerting] = useState(false);
  const { isViewer } = useTeamRole();
  const shops = useQuery(homeShopsQuery).data?.items ?? [];
  useOpenAtOnce(trigger, true, true);
  const { chart, platform, currency } = filters;
  const shopIds = (filters.shop ?? filters.shops)?.split(',') ?? [];
  const isElsewhere = (shop: Shop) => platform !== undefined && shop.platform !== platform;
  const elsewhere = new Set(shops.filter(isElsewhere).map(({ id }) => id));
  return (
    <>
      <MoreMenu
        label={home.more}
        triggerRef={trigger}
        entries={[
          !isViewer && { id: 'alert', label: texts.alert, onSelect: () => setAlerting(true) },
          { id: 'arrange', label: texts.arrange, onSelect: () => setArranging(true) },
          { id: 'print', label: sharedTexts.print, onSelect: () => window.print() },
        ]}
      />
      {isArranging && <BlocksDialog {...arrangement} onClose={() => setArranging(false)} />}
      {isAlerting && (
        <NewRuleDialog
          scope={{
            metric: alertMetrics[chart],
            platform: shopIds.length === 0 ? (platform ?? null) : null,
            shopIds: shopIds.filter((id) => !elsewhere.has(id)),
            currency: currency ?? null,
          }}
          shops={shops}
          onClose={() => setAlerting(false)}
        />
      )}
    </>
  );
}
