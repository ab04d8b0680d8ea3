import type { AlertRule, AlertRuleList, Shop } from '@seller-connect/contract';
import {
  BellIcon,
  Button,
  Card,
  EmptyState,
  MoreMenu,
  PlusIcon,
  Row,
  RowList,
  RowText,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shopsQuery } from '../api/queries/sharedQueries.ts';
import { formatHour } from '../forms/hours.ts';
import { formats, sharedTexts } from '../i18n/index.ts';
import { knownText } from '../i18n/knownText.ts';
import { CardPlaceholder } from '../lists/CardPlaceholder.tsx';
import { lazyBlock } from '../loading/lazyBlock.tsx';
import { useTeamRole } from '../session/useTeamRole.ts';
import { isKnownRule, formatCondition, formatScope } from './formatRule.ts';
import { rulesQuery } from './ruleQueries.ts';
import { texts } from './texts.ts';
import { useDeleteRule, useMuteForTeam, useMuteRule } from './useChangeRules.ts';

const RuleDialog = lazyBlock(() => import('./RuleDialog.tsx'), null);

/** Lists the alert rules of the team, and opens the editor. */
export function AlertRulesCard() {
  const query = useQuery(rulesQuery);
  const shops = useQuery(shopsQuery).data?.items ?? [];
  const { isViewer } = useTeamRole();
  const { data } = query;
  const [editing, setEditing] = useState<AlertRule | 'new' | null>(null);
  if (!data) {
    return <CardPlaceholder title={texts.title} query={query} failed={texts.failed} rows={2} />;
  }
  const isEmpty = data.items.length === 0;
  const isFull = data.items.length >= data.maxPerTeam;
  const add = !isViewer && (
    <Button
      size={isEmpty ? 'regular' : 'small'}
      icon={<PlusIcon />}
      disabled={isFull}
      onClick={() => setEditing('new')}
    >
      {texts.create}
    </Button>
  );
  return (
    <Card
      flush
      title={texts.title}
      summary={isFull ? texts.full(formats.number(data.maxPerTeam)) : texts.intro}
      actions={!isEmpty && add}
    >
      {isEmpty ? (
        <EmptyState title={texts.none} icon={<BellIcon size={24} />} action={add}>
          {texts.noneText}
        </EmptyState>
      ) : (
        <RowList label={texts.list(data.items.length)}>
          {data.items.map((rule) => (
            <RuleRow
              key={rule.id}
              {...{ rule, shops, list: data }}
              onEdit={() => setEditing(rule)}
            />
          ))}
        </RowList>
      )}
      {editing !== null && (
        <RuleDialog
          rule={editing === 'new' ? null : editing}
          list={data}
          shops={shops}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

interface RuleRowProps {
  readonly rule: AlertRule;
  readonly list: AlertRuleList;
  readonly shops: readonly Shop[];
  readonly onEdit: () => void;
}

function RuleRow({ rule, list, shops, onEdit }: RuleRowProps) {
  const { name, metric, condition, currency, quietHours, lastRaisedAt } = rule;
  const watches = [
    knownText(texts.metrics, metric, sharedTexts.other),
    formatScope(rule, shops),
    formatCondition(metric, condition, currency),
  ];
  const channels = (['inApp', 'mail', 'webhook'] as const).filter(
    (channel) => rule[channel] && (channel !== 'mail' || list.mailAvailable),
  );
  const details = [
    ...channels.map((channel) => texts.channels[channel]),
    ...(quietHours === null
      ? []
      : [texts.quiet(formatHour(quietHours.from), formatHour(quietHours.to))]),
    lastRaisedAt === null ? texts.neverRaised : texts.raised(formats.relative(lastRaisedAt)),
  ];
  return (
    <Row title={name} actions={<RuleMenu rule={rule} onEdit={onEdit} />}>
      <RowText tone="regular">{watches.join(' · ')}</RowText>
      <RowText>{details.join(' · ')}</RowText>
      {(rule.isMuted || rule.isMutedForYou) && (
        <RowText tone="attention">{rule.isMuted ? texts.mutedForTeam : texts.mutedForYou}</RowText>
      )}
    </Row>
  );
}

function RuleMenu({ rule, onEdit }: { readonly rule: AlertRule; readonly onEdit: () => void }) {
  const { isViewer } = useTeamRole();
  const mute = useMuteRule();
  const muteForTeam = useMuteForTeam();
  const remove = useDeleteRule();
  const { id: ruleId, name, isMuted, isMutedForYou } = rule;
  const entries = [
    !isViewer && isKnownRule(rule) && { id: 'edit', label: sharedTexts.edit, onSelect: onEdit },
    {
      id: 'mute',
      label: isMutedForYou ? texts.unmuteForYou : texts.muteForYou,
      onSelect: () => mute.mutate({ ruleId, isMuted: !isMutedForYou }),
    },
    !isViewer && {
      id: 'team',
      label: isMuted ? texts.unmuteForTeam : texts.muteForTeam,
      onSelect: () => muteForTeam.mutate({ rule, isMuted: !isMuted }),
    },
    !isViewer && {
      id: 'remove',
      label: texts.remove,
      tone: 'danger' as const,
      onSelect: () => remove.mutate(rule),
    },
  ];
  return <MoreMenu label={texts.actionsOf(name)} entries={entries} />;
}
