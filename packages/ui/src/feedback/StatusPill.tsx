import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import {
  AlertCircleIcon,
  CheckCircleIcon,
  ClockIcon,
  PauseIcon,
  AlertTriangleIcon,
} from '../icons/statusIcons.tsx';
import { Spinner } from './Spinner.tsx';
import styles from './StatusPill.module.css';

/** The six states that anything kept up to date can be in, and no more. */
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
  /** The state's word. */
  readonly children: ReactNode;
}

/** A state by icon, word and colour. */
export function StatusPill({ state, children }: StatusPillProps) {
  const { icon, tone } = pillByState[state];
  return (
    <Pill icon={icon} tone={tone} data-state={state}>
      {children}
    </Pill>
  );
}

export interface PillProps {
  /** Says the same as the word, so that colour never carries the meaning alone. */
  readonly icon: ReactNode;
  readonly tone: 'quiet' | 'info' | 'positive' | 'attention' | 'negative';
  readonly 'data-state'?: string;
  readonly children: ReactNode;
}

/** A word with an icon on a soft background of its tone. */
export function Pill({ icon, tone, children, ...rest }: PillProps) {
  return (
    <span {...rest} className={classNames(styles.pill, styles[tone])}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
