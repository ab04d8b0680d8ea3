import type { AlertRule, AlertRuleDraft, Shop } from '@seller-connect/contract';
import {
  ConflictDialog,
  type ConflictDialogProps,
  type ConflictField,
} from '../editing/ConflictDialog.tsx';
import { formatHour } from '../forms/hours.ts';
import { formats, sharedTexts } from '../i18n/index.ts';
import { knownText } from '../i18n/knownText.ts';
import { formatCondition, formatScope } from './formatRule.ts';
import { texts } from './texts.ts';

const labels = texts.dialog;

interface RuleConflictProps extends Omit<ConflictDialogProps, 'fields'> {
  /** The unsaved version; null while something is missing in it. */
  readonly mine: AlertRuleDraft | null;
  /** The version that another member saved; null if there is no conflict. */
  readonly theirs: AlertRule | null;
  /** Whether saving `mine` would keep that the other member muted the rule for the team, or ended that. */
  readonly isMutedByOther: boolean;
  readonly shops: readonly Shop[];
}

/** Shows both versions of a rule that another member changed meanwhile. */
export function RuleConflict(props: RuleConflictProps) {
  const { mine, theirs, isMutedByOther, shops, ...dialog } = props;
  const fields = mine && theirs && conflictOf(mine, theirs, shops);
  const state = theirs?.isMuted ? texts.mutedForTeam : labels.isOn;
  const muting = { name: labels.state, mine: state, theirs: state };
  return (
    <ConflictDialog
      {...dialog}
      fields={fields && (isMutedByOther ? [...fields, muting] : fields)}
    />
  );
}

/** Returns the fields in which the versions differ; all if none does. */
function conflictOf(mine: AlertRuleDraft, theirs: AlertRule, shops: readonly Shop[]) {
  const compare = (name: string, format: (rule: AlertRuleDraft) => string): ConflictField => ({
    name,
    mine: format(mine),
    theirs: format(theirs),
  });
  const fields = [
    compare(labels.name, ({ name }) => name),
    compare(labels.metric, ({ metric }) => knownText(texts.metrics, metric, sharedTexts.other)),
    compare(labels.scope, (rule) => formatScope(rule, shops)),
    compare(labels.kind, ({ metric, condition, currency }) =>
      formatCondition(metric, condition, currency ?? theirs.currency),
    ),
    compare(labels.where, (rule) =>
      formats.list(channels.filter((each) => rule[each]).map((each) => texts.channels[each])),
    ),
    compare(labels.quiet, ({ quietHours }) =>
      quietHours === null ? '–' : `${formatHour(quietHours.from)} – ${formatHour(quietHours.to)}`,
    ),
  ];
  const differing = fields.filter((field) => field.mine !== field.theirs);
  return differing.length > 0 ? differing : fields;
}

const channels = ['inApp', 'mail', 'webhook'] as const;
