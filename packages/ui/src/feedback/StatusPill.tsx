import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import {
  AlertCircleIcon,
  CheckCircleIcon,
  ClockIcon,
  InfoIcon,
  PauseIcon,
  AlertTriangleIcon,
} from '../icons/icons.ts';
import { Spinner } from './Spinner.tsx';
import styles from './StatusPill.module.css';

/** Sync states; the same six as `SyncState` of the API. */
export type ConnectionState =
  | 'waiting'
  | 'syncing'
  | 'up_to_date'
  | 'late'
  | 'needs_you'
  | 'paused';

const pillByState = {
  waiting: { icon: <ClockIcon />, tone: 'quiet' },
  syncing: { icon: <Spinner />, tone: 'info' },
  up_to_date: { icon: <CheckCircleIcon />, tone: 'positive' },
  late: { icon: <AlertTriangleIcon />, tone: 'attention' },
  needs_you: { icon: <AlertCircleIcon />, tone: 'negative' },
  paused: { icon: <PauseIcon />, tone: 'quiet' },
} as const satisfies Record<ConnectionState, { icon: ReactNode; tone: string }>;

export interface StatusPillProps {
  readonly state: ConnectionState;
  readonly children: ReactNode;
}

const otherPill = { icon: <InfoIcon />, tone: 'quiet' } as const;

/** Shows a state by icon, label and color; one that is newer than the page neutrally. */
export function StatusPill({ state, children }: StatusPillProps) {
  const { icon, tone } = pillByState[state] ?? otherPill;
  return (
    <Pill icon={icon} tone={tone} data-state={state}>
      {children}
    </Pill>
  );
}

export interface PillProps {
  /** Repeats the meaning of the label, so that it does not depend on color. */
  readonly icon: ReactNode;
  readonly tone: 'quiet' | 'info' | 'positive' | 'attention' | 'negative';
  readonly 'data-state'?: string;
  readonly children: ReactNode;
}

/** A label with an icon on a soft background. */
export function Pill({ icon, tone, children, ...rest }: PillProps) {
  return (
    <span {...rest} className={classNames(styles.pill, styles[tone])}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
