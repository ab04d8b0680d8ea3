import type { OrderStage } from '@seller-connect/contract';
import {
  AlertCircleIcon,
  AlertTriangleIcon,
  CheckCircleIcon,
  ClockIcon,
  CloseIcon,
  Pill,
  TruckIcon,
  type PillProps,
} from '@seller-connect/ui';
import { texts } from './texts.ts';

const stagePills: Record<OrderStage, Pick<PillProps, 'icon' | 'tone'>> = {
  unpaid: { icon: <ClockIcon />, tone: 'quiet' },
  to_ship: { icon: <ClockIcon />, tone: 'info' },
  shipping: { icon: <TruckIcon />, tone: 'info' },
  delivered: { icon: <CheckCircleIcon />, tone: 'positive' },
  completed: { icon: <CheckCircleIcon />, tone: 'positive' },
  cancelled: { icon: <CloseIcon />, tone: 'quiet' },
  failed_delivery: { icon: <AlertTriangleIcon />, tone: 'attention' },
  unknown: { icon: <AlertCircleIcon />, tone: 'attention' },
};

/** The stage of an order or an item. */
export function StagePill({ stage }: { readonly stage: OrderStage }) {
  return <Pill {...stagePills[stage]}>{texts.stages[stage]}</Pill>;
}
