import type { User } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../api/queries/sharedQueries.ts';
import { sharedTexts } from '../i18n/index.ts';
import styles from './PrintFacts.module.css';
import { texts } from './texts.ts';

export interface PrintFactsProps {
  /** What the page shows, such as its shops and its period. Missing values are left out. */
  readonly facts: readonly (readonly [label: string, value: string | null | undefined])[];
}

const teamNameOf = ({ team }: User) => team.name;

/** What a printed page says about itself: the team and the scope of its figures. It is not shown on the screen. */
export function PrintFacts({ facts }: PrintFactsProps) {
  const team = useQuery({ ...userQuery, select: teamNameOf }).data;
  return (
    <dl className={styles.facts} aria-hidden="true">
      {[[texts.team, team] as const, ...facts].map(
        ([label, value]) =>
          Boolean(value) && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <div>
        <dt>{texts.from}</dt>
        <dd>{sharedTexts.product}</dd>
      </div>
    </dl>
  );
}
