import type { ReportFile, ReportSchedule, ReportScheduleList } from '@seller-connect/contract';
import {
  Banner,
  Button,
  Dialog,
  LinkButton,
  Quiet,
  Select,
  showToast,
  Skeleton,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { coreClient } from '../api/index.ts';
import { teamQuery } from '../api/queries/sharedQueries.ts';
import { hourOptions } from '../forms/hours.ts';
import { locallyHandledStatuses } from '../forms/index.ts';
import { CheckboxGroup } from '../forms/CheckboxGroup.tsx';
import { FormMessages, useForm } from '../forms/useForm.tsx';
import { sharedTexts } from '../i18n/index.ts';
import { LoadError } from '../loading/LoadError.tsx';
import { useTeamRole } from '../session/useTeamRole.ts';
import styles from './reportEmails.module.css';
import { formatTimes, scheduleQueryNames, schedulesQuery } from './scheduleQueries.ts';
import { texts } from './texts.ts';

const labels = texts.dialog;

export interface ScheduleDialogProps {
  readonly view: { readonly id: string; readonly name: string };
  /** The schedule to edit; null for a new one. */
  readonly schedule: ReportSchedule | null;
  readonly onClose: () => void;
}

/** Schedules the emails of a saved view, or changes a schedule. */
export default function ScheduleDialog({ view, schedule, onClose }: ScheduleDialogProps) {
  const query = useQuery(schedulesQuery);
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const list = query.data;
  const mailTo = list?.mailAvailable ? list.mailTo : null;
  return (
    <Dialog
      open
      title={labels.title(view.name)}
      closeLabel={sharedTexts.close}
      closesOnOutsideClick={!isTyped}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{sharedTexts.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={busy}
            disabled={mailTo === null}
          >
            {schedule ? sharedTexts.save : labels.submit}
          </Button>
        </>
      }
    >
      {query.isError && !list && <LoadError title={texts.failed} query={query} />}
      {query.isPending && <Skeleton shape="row" count={4} />}
      {list && mailTo === null && <MailMissing list={list} />}
      {mailTo !== null && (
        <ScheduleForm
          view={view}
          schedule={schedule}
          mailTo={mailTo}
          formId={formId}
          onBusy={setBusy}
          onTyped={() => setTyped(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** Why reports cannot be sent to the user. */
export function MailMissing({ list }: { readonly list: ReportScheduleList }) {
  if (!list.mailAvailable) return <Banner tone="attention" title={texts.mailOff} />;
  return (
    <Banner
      tone="attention"
      title={texts.noAddress}
      actions={
        <LinkButton size="small" href="/settings/password">
          {texts.addAddress}
        </LinkButton>
      }
    />
  );
}

const weekdays = texts.weekdays.map((label, index) => ({ value: String(index + 1), label }));
const monthDays = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: texts.monthDay(index + 1),
}));
const rhythms = (['daily', 'weekly', 'monthly'] as const).map((value) => ({
  value,
  label: texts.rhythms[value],
}));

const fileFormats = (['csv', 'xlsx', 'pdf'] as const satisfies ReportFile[]).map((value) => ({
  value,
  label: labels.formats[value],
}));

interface ScheduleFormProps extends ScheduleDialogProps {
  /** The user’s address. */
  readonly mailTo: string;
  readonly formId: string;
  readonly onBusy: (busy: boolean) => void;
  /** Called with each change of a field. */
  readonly onTyped: () => void;
}

function ScheduleForm(props: ScheduleFormProps) {
  const { view, schedule, mailTo, formId, onBusy, onTyped, onClose } = props;
  // What is chosen while a new schedule is saved is its next change.
  const [stored, setStored] = useState(schedule);
  const [rhythm, setRhythm] = useState(schedule?.rhythm ?? 'daily');
  const [weekday, setWeekday] = useState(String(schedule?.weekday ?? 1));
  const [monthDay, setMonthDay] = useState(String(schedule?.monthDay ?? 1));
  const [hour, setHour] = useState(String(schedule?.hour ?? 8));
  const [recipients, setRecipients] = useState<readonly string[]>(
    schedule?.recipients.map(({ accountId }) => accountId) ?? [],
  );
  const [files, setFiles] = useState<readonly ReportFile[]>(schedule?.files ?? ['csv', 'xlsx']);
  const times = {
    rhythm,
    weekday: rhythm === 'weekly' ? Number(weekday) : null,
    monthDay: rhythm === 'monthly' ? Number(monthDay) : null,
    hour: Number(hour),
  };
  const form = useForm({
    fields: [],
    validate: () => ({}),
    send() {
      const body = { ...times, recipients: [...recipients], files: [...files] };
      const options = { handleErrorLocally: locallyHandledStatuses };
      return stored
        ? coreClient().call('changeReportSchedule', {
            params: { scheduleId: stored.id },
            body,
            ...options,
          })
        : coreClient().call('createReportSchedule', {
            body: { viewId: view.id, ...body },
            ...options,
          });
    },
    changes: scheduleQueryNames,
    onSuccess(saved) {
      const done = stored ? labels.saved : labels.scheduled;
      showToast({ tone: 'positive', title: done(formatTimes(saved)) });
      setStored(saved);
    },
    onClose,
  });
  useEffect(() => onBusy(form.busy), [onBusy, form.busy]);
  return (
    <form
      {...form.props}
      id={formId}
      className={styles.form}
      onChange={() => {
        onTyped();
        form.props.onChange();
      }}
    >
      <FormMessages form={form} />
      <Quiet as="p">{labels.about}</Quiet>
      <div className={styles.times}>
        <Select label={labels.rhythm} options={rhythms} value={rhythm} onValueChange={setRhythm} />
        {rhythm === 'weekly' && (
          <Select
            label={labels.weekday}
            options={weekdays}
            value={weekday}
            onValueChange={setWeekday}
          />
        )}
        {rhythm === 'monthly' && (
          <Select
            label={labels.monthDay}
            options={monthDays}
            value={monthDay}
            onValueChange={setMonthDay}
          />
        )}
        <Select label={labels.hour} options={hourOptions} value={hour} onValueChange={setHour} />
      </div>
      <Quiet as="p">
        {texts.covers[rhythm]} {(schedule?.isOwn ?? true) && labels.to(mailTo)}
      </Quiet>
      <CheckboxGroup
        legend={labels.files}
        options={fileFormats}
        chosen={files}
        onChange={setFiles}
      />
      <OtherRecipients
        ownerId={schedule?.ownerId ?? null}
        chosen={recipients}
        onChange={setRecipients}
      />
    </form>
  );
}

/** The other members of the team, to be asked whether they want the report. */
function OtherRecipients({
  ownerId,
  chosen,
  onChange,
}: {
  /** The account that owns the schedule and so receives it anyway; null for the user’s. */
  readonly ownerId: string | null;
  readonly chosen: readonly string[];
  readonly onChange: (accountIds: readonly string[]) => void;
}) {
  const { isViewer } = useTeamRole();
  const team = useQuery({ ...teamQuery, enabled: !isViewer });
  if (isViewer) return null;
  if (team.isError && !team.data) return <LoadError title={labels.othersFailed} query={team} />;
  const others = (team.data?.members ?? []).filter(({ accountId, you }) =>
    ownerId === null ? !you : accountId !== ownerId,
  );
  if (others.length === 0) return null;
  return (
    <CheckboxGroup
      legend={labels.others}
      help={labels.othersHelp}
      options={others.map(({ accountId, name, email }) => ({
        value: accountId,
        label: name ?? email ?? accountId,
      }))}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
