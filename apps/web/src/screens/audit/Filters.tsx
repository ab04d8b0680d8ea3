import type { TeamMember } from '@seller-connect/contract';
import { Button, Select, TextField } from '@seller-connect/ui';
import { useRef, useState, type FormEvent } from 'react';
import { check, day, required, useFieldErrors } from '../../forms/index.ts';
import { readTypedDay, todayIn, typedDay } from '../../texts/days.ts';
import { defaultTimeZone } from '../../texts/index.ts';
import styles from './audit.module.css';
import { texts } from './texts.ts';
import { daysOf, groups, periods, type AuditView } from './view.ts';

interface FiltersProps {
  readonly view: AuditView;
  readonly members: readonly TeamMember[];
  readonly onChange: (view: AuditView) => void;
}

const all = '';

/** Kind, person and period; each stands in the address at once, other days once both are typed. */
export function Filters({ view, members, onChange }: FiltersProps) {
  const [typing, setTyping] = useState(view.period === 'custom');
  const { group, actor, ...period } = view;
  const rest = { ...(group && { group }), ...(actor !== undefined && { actor }) };
  const people = members.map(({ accountId, name, email }) => ({
    value: accountId,
    label: name ?? email ?? texts.gone,
  }));
  // Somebody who has left the team can still stand in an address.
  const stranger = actor !== undefined && people.every(({ value }) => value !== actor);
  return (
    <div className={styles.filters}>
      <div className={styles.filter}>
        <Select
          label={texts.group}
          value={group ?? all}
          options={[
            { value: all, label: texts.groups.all },
            ...groups.map((value) => ({ value, label: texts.groups[value] })),
          ]}
          onValueChange={(chosen) => {
            const { group: _group, ...others } = view;
            onChange({ ...others, ...(chosen !== all && { group: chosen }) });
          }}
        />
      </div>
      <div className={styles.filter}>
        <Select
          label={texts.person}
          value={actor ?? all}
          options={[
            { value: all, label: texts.everybody },
            ...people,
            ...(stranger ? [{ value: actor, label: texts.gone }] : []),
          ]}
          onValueChange={(chosen) => {
            const { actor: _actor, ...others } = view;
            onChange({ ...others, ...(chosen !== all && { actor: chosen }) });
          }}
        />
      </div>
      <div className={styles.filter}>
        <Select
          label={texts.period}
          value={typing ? 'custom' : period.period}
          options={periods.map((value) => ({ value, label: texts.periods[value] }))}
          onValueChange={(chosen) => {
            setTyping(chosen === 'custom');
            if (chosen !== 'custom') onChange({ ...rest, period: chosen });
          }}
        />
      </div>
      {typing && (
        <Days
          shown={daysOf(view)}
          onChoose={(days) => onChange({ ...rest, period: 'custom', ...days })}
        />
      )}
    </div>
  );
}

interface DaysProps {
  readonly shown: { readonly from: string; readonly to: string } | null;
  readonly onChoose: (days: { from: string; to: string }) => void;
}

function Days({ shown, onChoose }: DaysProps) {
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, ['from', 'to']);
  const today = todayIn(defaultTimeZone);
  const [typed, setTyped] = useState({
    from: typedDay(shown?.from ?? today),
    to: typedDay(shown?.to ?? today),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = check(typed, {
      from: { label: texts.from, rules: [required(), day()] },
      to: { label: texts.to, rules: [required(), day({ max: today })] },
    });
    if (errors.show(wrong)) return;
    const from = readTypedDay(typed.from) ?? '';
    const to = readTypedDay(typed.to) ?? '';
    if (!errors.show(from > to ? { to: texts.reversed } : {})) onChoose({ from, to });
  }

  return (
    // A search: what is typed in it is not lost work.
    <form ref={form} role="search" className={styles.days} noValidate onSubmit={submit}>
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className={styles.day}>
          <TextField
            {...errors.field(name)}
            label={texts[name]}
            figures
            inputMode="numeric"
            autoComplete="off"
            placeholder="D/M/YYYY"
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        </div>
      ))}
      <div className={styles.show}>
        <Button type="submit">{texts.show}</Button>
      </div>
    </form>
  );
}
