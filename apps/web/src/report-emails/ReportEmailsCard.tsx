import type { ReportSchedule } from '@seller-connect/contract';
import {
  Button,
  Card,
  EmptyState,
  LinkButton,
  MailIcon,
  MoreMenu,
  Row,
  RowList,
  RowText,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formats, sharedTexts } from '../i18n/index.ts';
import { knownText } from '../i18n/knownText.ts';
import { CardPlaceholder } from '../lists/CardPlaceholder.tsx';
import { useTeamRole } from '../session/useTeamRole.ts';
import styles from './reportEmails.module.css';
import ScheduleDialog, { MailMissing } from './ScheduleDialog.tsx';
import { formatTimes, schedulesQuery } from './scheduleQueries.ts';
import { texts } from './texts.ts';
import {
  useAnswerSchedule,
  useDeleteSchedule,
  usePauseSchedule,
  useSendTrial,
} from './useChangeSchedules.ts';

/** Lists the scheduled reports that the user owns, receives or was asked to receive. */
export function ReportEmailsCard() {
  const query = useQuery(schedulesQuery);
  const { data } = query;
  const [editing, setEditing] = useState<ReportSchedule | null>(null);
  if (!data) {
    return <CardPlaceholder title={texts.title} query={query} failed={texts.failed} rows={2} />;
  }
  return (
    <Card flush title={texts.title} summary={texts.intro}>
      {(!data.mailAvailable || data.mailTo === null) && <MailMissing list={data} />}
      {data.items.length === 0 ? (
        <EmptyState
          title={texts.none}
          icon={<MailIcon size={24} />}
          action={<LinkButton href="/">{texts.home}</LinkButton>}
        >
          {texts.noneText}
        </EmptyState>
      ) : (
        <RowList label={texts.list(data.items.length)}>
          {data.items.map((schedule) => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              onEdit={() => setEditing(schedule)}
            />
          ))}
        </RowList>
      )}
      {editing && (
        <ScheduleDialog
          view={{ id: editing.viewId, name: editing.viewName }}
          schedule={editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  );
}

function ScheduleRow({
  schedule,
  onEdit,
}: {
  readonly schedule: ReportSchedule;
  readonly onEdit: () => void;
}) {
  const { viewName, timeZone, isPaused, nextAt, lastSentAt, lastFailedAt } = schedule;
  const { isOwn, owner, ownState, recipients } = schedule;
  const answer = useAnswerSchedule();
  const times = [
    formatTimes(schedule),
    ...(isPaused ? [texts.whilePaused] : []),
    ...(nextAt === null ? [] : [texts.next(formats.dateTime(nextAt, timeZone))]),
    ...(lastSentAt === null ? [] : [texts.sent(formats.relative(lastSentAt))]),
  ];
  return (
    <Row title={viewName} actions={<ScheduleMenu schedule={schedule} onEdit={onEdit} />}>
      <RowText>{times.join(' · ')}</RowText>
      <RowText>
        {formats.list(
          recipients.map(({ name, state, hasEmail }) =>
            texts.recipient(
              name ?? texts.someone,
              hasEmail ? knownText(texts.states, state, sharedTexts.other) : texts.noEmail,
            ),
          ),
        )}
      </RowText>
      {!isOwn && <RowText>{texts.by(owner ?? texts.someone)}</RowText>}
      {lastFailedAt !== null && (
        <RowText tone="negative">{texts.problem(formats.dateTime(lastFailedAt, timeZone))}</RowText>
      )}
      {ownState === 'invited' && (
        <div className={styles.answer}>
          <span>{texts.asksYou(owner ?? texts.someone)}</span>
          <Button
            size="small"
            variant="primary"
            busy={answer.isPending && answer.variables.receives}
            onClick={() => answer.mutate({ schedule, receives: true })}
          >
            {texts.agree}
          </Button>
          <Button
            size="small"
            busy={answer.isPending && !answer.variables.receives}
            onClick={() => answer.mutate({ schedule, receives: false })}
          >
            {texts.decline}
          </Button>
        </div>
      )}
    </Row>
  );
}

function ScheduleMenu({
  schedule,
  onEdit,
}: {
  readonly schedule: ReportSchedule;
  readonly onEdit: () => void;
}) {
  const { isOwner } = useTeamRole();
  const pause = usePauseSchedule();
  const remove = useDeleteSchedule();
  const trial = useSendTrial();
  const answer = useAnswerSchedule();
  const { viewName, isPaused, isOwn, ownState } = schedule;
  const mayChange = isOwn || isOwner;
  const entries = [
    mayChange && { id: 'edit', label: sharedTexts.edit, onSelect: onEdit },
    mayChange && {
      id: 'pause',
      label: isPaused ? texts.resume : texts.pause,
      onSelect: () => pause.mutate({ schedule, isPaused: !isPaused }),
    },
    { id: 'trial', label: texts.trial, onSelect: () => trial.mutate(schedule) },
    ownState === 'receiving' && {
      id: 'mute',
      label: texts.mute,
      onSelect: () => answer.mutate({ schedule, receives: false }),
    },
    ownState === 'muted' && {
      id: 'agree',
      label: texts.agree,
      onSelect: () => answer.mutate({ schedule, receives: true }),
    },
    mayChange && {
      id: 'remove',
      label: texts.remove,
      tone: 'danger' as const,
      onSelect: () => remove.mutate(schedule),
    },
  ];
  return <MoreMenu label={texts.actionsOf(viewName)} entries={entries} />;
}
