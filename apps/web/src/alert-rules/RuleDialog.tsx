import type { AlertRule, AlertRuleList, Shop } from '@seller-connect/contract';
import { Checkbox, Quiet, Select, showToast, TextField } from '@seller-connect/ui';
import { coreClient } from '../api/index.ts';
import { useEffect, useRef, useState } from 'react';
import { RestoredDraft, useDraftValues } from '../editing/useFormDraft.tsx';
import { useVersionedForm } from '../editing/useVersionedForm.ts';
import { AmountField } from '../forms/AmountField.tsx';
import { FieldGroup } from '../forms/CheckboxGroup.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { hourOptions } from '../forms/hours.ts';
import { locallyHandledStatuses, type FieldErrors, type FieldErrorsState } from '../forms/index.ts';
import { FormMessages } from '../forms/useForm.tsx';
import { formats, sharedTexts } from '../i18n/index.ts';
import styles from './alertRules.module.css';
import { formatZone } from './formatRule.ts';
import {
  isShopMissing,
  maxPercentOf,
  periodsOf,
  toCondition,
  toDraft,
  toFields,
  toWatched,
  versionOf,
  withKind,
  type RuleFields,
  type WatchedScope,
} from './ruleDraft.ts';
import { ruleQueryNames } from './ruleQueries.ts';
import { RuleConflict } from './RuleConflict.tsx';
import { isRuleTexts, kinds, metrics, parseRuleTexts, toRuleTexts } from './ruleTexts.ts';
import { RulePreview } from './RulePreview.tsx';
import { RuleScopeSelect, RuleShops } from './RuleScopeFields.tsx';
import { texts } from './texts.ts';

const labels = texts.dialog;
const metricOptions = metrics.map((value) => ({ value, label: texts.metrics[value] }));
const kindOptions = kinds.map((value) => ({ value, label: texts.kinds[value] }));
const compareOptions = (['previous', 'year'] as const).map((value) => ({
  value,
  label: texts.compares[value],
}));

export interface RuleDialogProps {
  /** The rule to edit; null for a new one. */
  readonly rule: AlertRule | null;
  /** What a new rule watches at first; GMV of all shops by default. */
  readonly scope?: WatchedScope;
  readonly list: AlertRuleList;
  readonly shops: readonly Shop[];
  readonly onClose: () => void;
}

type FieldName = 'name' | 'scope' | 'threshold' | 'percent' | 'inApp' | 'quietTo';

/** Creates or changes an alert rule, with a preview of the last 60 days. */
export default function RuleDialog(props: RuleDialogProps) {
  const { scope, list, shops, onClose } = props;
  // What is typed while a new rule is saved is its next change.
  const [rule, setRule] = useState(props.rule);
  const blank = toFields(rule, scope);
  const draft = useDraftValues(draftName(rule, scope), isRuleTexts, toRuleTexts(blank));
  const fields = parseRuleTexts(draft.values, blank);
  const change = (part: Partial<RuleFields>) => draft.change(toRuleTexts({ ...fields, ...part }));
  // A late response must not close the dialog that was opened after this one.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const close = () => {
    draft.clear();
    onClose();
  };
  async function save(newer: AlertRule | null): Promise<AlertRule> {
    const watched = toDraft(fields);
    if (watched === null) throw new Error('The fields were not validated');
    // A server of an earlier release requires this field.
    const body = { ...watched, isMuted: (newer ?? rule)?.isMuted ?? false };
    const options = { body, handleErrorLocally: locallyHandledStatuses };
    if (!rule) return coreClient().call('createAlertRule', options);
    const version = newer ? versionOf(newer) : fields.version;
    const query = version === '' ? {} : { version: Number(version) };
    return coreClient().call('changeAlertRule', { params: { ruleId: rule.id }, query, ...options });
  }
  const { form, newer, conflict } = useVersionedForm({
    fields: ['name', 'scope', 'threshold', 'percent', 'inApp', 'quietTo'] as const,
    validate: () => problemsOf(fields),
    changes: ruleQueryNames,
    newest: list.items.find(({ id }) => id === rule?.id) ?? null,
    isBase: (stored) => versionOf(stored) === fields.version,
    send: async (theirs) => ({ sent: draft.values, saved: await save(theirs) }),
    onSuccess({ sent, saved }) {
      showToast({
        tone: 'positive',
        title: (rule ? labels.saved : labels.created)(saved.name),
      });
      if (draft.resetAfter(sent)) {
        if (isShown.current) onClose();
        return;
      }
      setRule(saved);
      draft.change({ version: versionOf(saved) });
      if (!rule) draft.moveTo(draftName(saved));
    },
    savedAt: ({ updatedAt }) => updatedAt,
    onTakeTheirs: close,
  });
  return (
    <FormDialog
      side
      title={rule ? labels.editTitle(rule.name) : labels.newTitle}
      form={form}
      submit={rule ? sharedTexts.save : labels.submit}
      onClose={close}
    >
      <RestoredDraft draft={draft} form={form} />
      <FormMessages form={form} />
      <TextField
        label={labels.name}
        {...form.field('name')}
        maxLength={80}
        placeholder={labels.namePlaceholder}
        value={fields.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <Select
          label={labels.metric}
          options={metricOptions}
          value={fields.metric}
          onValueChange={(metric) => change({ metric })}
        />
        <RuleScopeSelect {...{ fields, shops, change }} field={form.field} />
      </div>
      <RuleShops {...{ fields, shops, change }} />
      <ConditionFields {...{ fields, change }} field={form.field} />
      <RulePreview watched={toWatched(fields)} />
      <ChannelFields {...{ fields, change, list }} field={form.field} />
      <RuleConflict
        mine={toDraft(fields)}
        theirs={newer}
        isMutedByOther={newer !== null && newer.isMuted !== rule?.isMuted}
        shops={shops}
        {...conflict}
      />
    </FormDialog>
  );
}

const draftName = (rule: AlertRule | null, scope?: WatchedScope) =>
  `alert rule ${rule?.id ?? (scope ? JSON.stringify(scope) : '')}`;

interface FieldsProps {
  readonly fields: RuleFields;
  readonly change: (part: Partial<RuleFields>) => void;
  readonly field: FieldErrorsState<FieldName>['field'];
}

function ConditionFields({ fields, change, field }: FieldsProps) {
  const { kind, period, metric } = fields;
  const sign = unitOf(fields);
  const isThreshold = kind === 'above' || kind === 'below';
  const isChange = kind === 'rise' || kind === 'fall';
  return (
    <>
      <Select
        label={labels.kind}
        options={kindOptions}
        value={kind}
        onValueChange={(next) => change(withKind(fields, next))}
      />
      <div className={styles.pair}>
        <Select
          label={labels.period}
          options={periodsOf(kind).map((value) => ({ value, label: texts.periods[value] }))}
          value={period}
          help={period === 'last_7_days' ? labels.weekAbout : undefined}
          onValueChange={(next) => change({ period: next })}
        />
        {isThreshold && (
          <AmountField
            key={metric === 'cancellation_rate' ? 'share' : 'amount'}
            label={labels.threshold}
            {...field('threshold')}
            sign={sign}
            value={fields.threshold}
            help={kind === 'below' ? labels.belowAbout : undefined}
            onValueChange={(threshold) => change({ threshold })}
          />
        )}
      </div>
      {isChange && (
        <div className={styles.pair}>
          <AmountField
            label={labels.percent}
            {...field('percent')}
            sign="%"
            value={fields.percent}
            onValueChange={(percent) => change({ percent })}
          />
          <Select
            label={labels.compare}
            options={compareOptions}
            value={fields.compare}
            onValueChange={(compare) => change({ compare })}
          />
        </div>
      )}
      {kind === 'unusual' && <Quiet as="p">{labels.unusualAbout}</Quiet>}
    </>
  );
}

function ChannelFields({
  fields,
  change,
  field,
  list,
}: FieldsProps & { readonly list: AlertRuleList }) {
  const { hasQuietHours } = fields;
  const where = field('inApp');
  return (
    <>
      <FieldGroup legend={labels.where}>
        <Checkbox
          {...where}
          label={texts.channels.inApp}
          checked={fields.inApp}
          onChange={(event) => change({ inApp: event.currentTarget.checked })}
        />
        <Checkbox
          label={texts.channels.mail}
          onInput={where.onInput}
          checked={fields.mail && list.mailAvailable}
          disabled={!list.mailAvailable}
          help={list.mailAvailable ? undefined : labels.mailOff}
          onChange={(event) => change({ mail: event.currentTarget.checked })}
        />
        <Checkbox
          label={texts.channels.webhook}
          onInput={where.onInput}
          checked={fields.webhook}
          onChange={(event) => change({ webhook: event.currentTarget.checked })}
        />
        <Quiet as="p">{labels.whereAbout}</Quiet>
      </FieldGroup>
      <div className={styles.group}>
        <Checkbox
          label={labels.quiet}
          checked={hasQuietHours}
          help={labels.quietAbout(formatZone(list.timeZone))}
          onChange={(event) => change({ hasQuietHours: event.currentTarget.checked })}
        />
        {hasQuietHours && (
          <div className={styles.pair}>
            <Select
              label={labels.quietFrom}
              options={hourOptions}
              value={fields.quietFrom}
              onValueChange={(quietFrom) => change({ quietFrom })}
            />
            <Select
              label={labels.quietTo}
              {...field('quietTo')}
              options={hourOptions}
              value={fields.quietTo}
              onValueChange={(quietTo) => change({ quietTo })}
            />
          </div>
        )}
      </div>
    </>
  );
}

/** Returns the sign of the threshold's unit. */
function unitOf({ metric, currency }: RuleFields): string {
  switch (metric) {
    case 'orders':
    case 'units':
      return texts.units[metric];
    case 'cancellation_rate':
      return texts.units.share;
    case 'gmv':
    case 'net_sales':
    case 'aov':
      return formats.shortMoney('1', currency ?? 'VND').sign;
  }
}

function problemsOf(fields: RuleFields): FieldErrors<FieldName> {
  const { kind, name, inApp, mail, webhook, hasQuietHours, quietFrom, quietTo } = fields;
  const isNumberMissing = toCondition(fields) === null;
  const isChange = kind === 'rise' || kind === 'fall';
  const percentProblem = labels.percentRange(formats.number(maxPercentOf(kind)));
  return {
    ...(name.trim() === '' && { name: labels.nameMissing }),
    ...(isShopMissing(fields) && { scope: labels.shopsMissing }),
    ...(isNumberMissing &&
      (isChange ? { percent: percentProblem } : { threshold: labels.numberMissing })),
    ...(!inApp && !mail && !webhook && { inApp: labels.whereMissing }),
    ...(hasQuietHours && quietFrom === quietTo && { quietTo: labels.quietSame }),
  };
}
