import type { TeamMember } from '@seller-connect/contract';
import { Select } from '@seller-connect/ui';
import { useKeyedState } from '../../forms/index.ts';
import { DateRangeForm, ListFilters, FilterSelect } from '../../lists/index.ts';
import styles from './audit.module.css';
import { texts } from './texts.ts';
import { auditFilters, toDateRange, groups, periods, type AuditFilters } from './filters.ts';

interface AuditFilterBarProps {
  readonly filters: AuditFilters;
  readonly members: readonly TeamMember[];
  readonly onChange: (filters: AuditFilters) => void;
}

/** Without parameters in the address. */
const initial = auditFilters.parse({});

/**
 * Kind, actor and period. Each choice is written to the address immediately, a custom range once both days are typed.
 */
export function AuditFilterBar({ filters, members, onChange }: AuditFilterBarProps) {
  const { group, actor, ...period } = filters;
  const isCustom = period.period === 'custom';
  const days = toDateRange(filters);
  const [typing, setTyping] = useKeyedState(JSON.stringify(period), isCustom);
  const rest = { ...(group && { group }), ...(actor !== undefined && { actor }) };
  const memberOptions = members.map(({ accountId, name, email }) => ({
    value: accountId,
    label: name ?? email ?? texts.gone,
  }));
  // The address may name an actor who has left the team.
  const stranger = actor !== undefined && memberOptions.every(({ value }) => value !== actor);
  return (
    <div className={styles.filters}>
      <ListFilters
        count={
          (group ? 1 : 0) +
          (actor === undefined ? 0 : 1) +
          (period.period === initial.period ? 0 : 1)
        }
        onClear={() => {
          setTyping(false);
          onChange(initial);
        }}
      >
        {(compact) => (
          <>
            <FilterSelect
              compact={compact}
              label={texts.group}
              all={texts.groups.all}
              value={group ?? null}
              options={groups.map((value) => ({ value, label: texts.groups[value] }))}
              onValueChange={(chosen) => {
                const { group: _group, ...others } = filters;
                onChange({ ...others, ...(chosen && { group: chosen }) });
              }}
            />
            <FilterSelect
              compact={compact}
              label={texts.actor}
              all={texts.everybody}
              value={actor ?? null}
              options={[
                ...memberOptions,
                ...(stranger ? [{ value: actor, label: texts.gone }] : []),
              ]}
              onValueChange={(chosen) => {
                const { actor: _actor, ...others } = filters;
                onChange({ ...others, ...(chosen && { actor: chosen }) });
              }}
            />
            <Select
              compact={compact}
              label={texts.period}
              value={typing ? 'custom' : period.period}
              options={periods.map((value) => ({ value, label: texts.periods[value] }))}
              onValueChange={(chosen) => {
                setTyping(chosen === 'custom');
                if (chosen !== 'custom') onChange({ ...rest, period: chosen });
              }}
            />
          </>
        )}
      </ListFilters>
      {typing && (
        <DateRangeForm
          shown={days}
          onChoose={(chosen) => onChange({ ...rest, period: 'custom', ...chosen })}
        />
      )}
    </div>
  );
}
