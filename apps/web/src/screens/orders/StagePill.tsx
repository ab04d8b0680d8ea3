import type { OrderRow, OrderStage } from '@seller-connect/contract';
import {
  AlertCircleIcon,
  AlertTriangleIcon,
  BoxIcon,
  CheckCircleIcon,
  ClockIcon,
  CloseIcon,
  Pill,
  Quiet,
  TruckIcon,
  type PillProps,
} from '@seller-connect/ui';
import { knownText } from '../../i18n/knownText.ts';
import { texts } from './texts.ts';

/** Waiting, on its way, arrived and lost have different colors. */
const stagePills: Record<OrderStage, Pick<PillProps, 'icon' | 'tone'>> = {
  unpaid: { icon: <ClockIcon />, tone: 'quiet' },
  to_ship: { icon: <BoxIcon />, tone: 'attention' },
  shipping: { icon: <TruckIcon />, tone: 'info' },
  delivered: { icon: <CheckCircleIcon />, tone: 'positive' },
  completed: { icon: <CheckCircleIcon />, tone: 'positive' },
  cancelled: { icon: <CloseIcon />, tone: 'negative' },
  failed_delivery: { icon: <AlertTriangleIcon />, tone: 'negative' },
  unknown: { icon: <AlertCircleIcon />, tone: 'attention' },
};

export function StagePill({ stage }: { readonly stage: OrderStage }) {
  return <Pill {...stagePills[stage]}>{knownText(texts.stages, stage, texts.stages.unknown)}</Pill>;
}

interface ReturnedNoteProps {
  readonly of: Pick<OrderRow, 'stage' | 'committedAt' | 'units'>;
}

/** Says that nothing is kept of a sale that arrived. For the marketplace, its stage stays the same. */
export function ReturnedNote({ of: { stage, committedAt, units } }: ReturnedNoteProps) {
  const hasArrived = stage === 'delivered' || stage === 'completed';
  if (!hasArrived || committedAt === null || units > 0) return null;
  return <Quiet>{texts.allReturned}</Quiet>;
}
