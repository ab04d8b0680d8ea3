import type { TargetMetric, TargetQuery } from '@seller-connect/contract';
import {
  Button,
  parseMoney,
  SegmentedControl,
  Select,
  showToast,
  Skeleton,
  type MoneyFieldProps,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coreClient } from '../../../api/index.ts';
import type { InvalidatableQuery } from '../../../api/queries/queryKeys.ts';
import { shopsQuery } from '../../../api/queries/sharedQueries.ts';
import { useMutation } from '../../../api/queries/useMutation.ts';
import { AmountField, groupAmount } from '../../../forms/AmountField.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { locallyHandledStatuses, textOf, validate } from '../../../forms/index.ts';
import { FormMessages, useForm } from '../../../forms/useForm.tsx';
import { formats } from '../../../i18n/index.ts';
import { LoadError } from '../../../loading/LoadError.tsx';
import { dialogTexts } from './dialogTexts.ts';
import { targetsQuery } from './queries.ts';
import { addMonths, formatMonth } from './targetMonth.ts';
import styles from './targets.module.css';
import { texts } from './texts.ts';

const labels = dialogTexts;
/** The next months can be planned ahead. */
const monthsAhead = [0, 1, 2];
/** A hundred thousand billion, as on the server. */
const maxAmount = 10n ** 14n;
const metricOptions = (['gmv', 'netSales'] as const).map((value) => ({
  value,
  label: texts.metrics[value],
}));

/** Queries that show targets: of a month, and the chart's line. */
const targetQueryNames = [
  'readTargets',
  'listTargets',
  'readAudit',
] as const satisfies readonly InvalidatableQuery[];

export interface TargetDialogProps {
  /** The month that is shown, its shop and its currency. */
  readonly query: TargetQuery & { readonly currency: string };
  readonly onClose: () => void;
}

/** Sets, changes or removes the targets of a month. */
export default function TargetDialog({ query, onClose }: TargetDialogProps) {
  const [month, setMonth] = useState(query.month);
  const [metric, setMetric] = useState<TargetMetric>('gmv');
  const targets = useQuery(targetsQuery({ ...query, month }));
  const shops = useQuery(shopsQuery);
  const shopName = shops.data?.items.find(({ id }) => id === query.shop)?.name;
  const stored = targets.data?.items.find((item) => item.metric === metric);
  const isKnown = targets.data !== undefined && !targets.isPlaceholderData;
  const target = { month, shop: query.shop ?? null, currency: query.currency, metric };
  const form = useForm({
    fields: ['amount'] as const,
    validate: (data) => validate({ amount: textOf(data, 'amount') }, rules),
    send: (data) =>
      coreClient().call('saveTarget', {
        body: { ...target, amount: digitsOf(textOf(data, 'amount')) },
        handleErrorLocally: locallyHandledStatuses,
      }),
    changes: targetQueryNames,
    onSuccess: () => showToast({ tone: 'positive', title: labels.saved }),
    onClose,
  });
  const removal = useMutation({
    mutationFn: () => coreClient().call('saveTarget', { body: { ...target, amount: null } }),
    changes: targetQueryNames,
    onSuccess: () => showToast({ tone: 'positive', title: labels.removed }),
  });
  return (
    <FormDialog
      title={texts.month(formatMonth(month))}
      form={form}
      submit={labels.save}
      disabled={!isKnown}
      actions={
        isKnown &&
        stored && (
          <Button
            variant="quiet"
            busy={removal.isPending}
            // Not called once the dialog is gone: another one may be open then.
            onClick={() => removal.mutate(undefined, { onSuccess: onClose })}
          >
            {labels.remove}
          </Button>
        )
      }
      onClose={onClose}
    >
      <FormMessages form={form} />
      <p className={styles.line}>
        {query.shop === undefined ? labels.team : labels.shop(shopName ?? '')}
      </p>
      <Select
        label={labels.month}
        value={month}
        options={monthsAhead.map((months) => {
          const value = addMonths(query.month, months);
          return { value, label: formatMonth(value) };
        })}
        onValueChange={(next) => {
          setMonth(next);
          form.clear();
        }}
      />
      <SegmentedControl
        label={labels.metric}
        value={metric}
        options={metricOptions}
        onValueChange={(next) => {
          setMetric(next);
          form.clear();
        }}
      />
      {targets.isError && !targets.data && <LoadError title={labels.failed} query={targets} />}
      {!targets.isError && !isKnown && <Skeleton shape="row" count={1} />}
      {isKnown && (
        <TargetField
          key={`${month} ${metric}`}
          {...form.field('amount')}
          label={labels.amount}
          sign={formats.shortMoney('0', query.currency).sign}
          amount={stored?.amount ?? ''}
        />
      )}
    </FormDialog>
  );
}

interface TargetFieldProps extends Omit<MoneyFieldProps, 'value' | 'onValueChange' | 'separator'> {
  /** The stored amount; empty without one. */
  readonly amount: string;
}

function TargetField({ amount, ...field }: TargetFieldProps) {
  const [whole = ''] = amount.split('.');
  const [value, setValue] = useState(groupAmount(whole));
  return <AmountField {...field} value={value} onValueChange={setValue} />;
}

const rules = { amount: { label: labels.amount, rules: [amountRule] } };

function amountRule(value: string | readonly string[]): string | null {
  const parsed = parseMoney(typeof value === 'string' ? value : '');
  if ('problem' in parsed) return parsed.problem === 'empty' ? labels.missing : labels.unreadable;
  if (parsed.amount === '0') return labels.zero;
  return BigInt(parsed.amount) > maxAmount ? labels.tooLarge : null;
}

function digitsOf(text: string): string {
  const parsed = parseMoney(text);
  return 'amount' in parsed ? parsed.amount : '';
}
