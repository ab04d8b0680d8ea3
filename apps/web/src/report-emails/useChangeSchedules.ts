import type { ReportSchedule } from '@seller-connect/contract';
import { showToast } from '@seller-connect/ui';
import { coreClient } from '../api/index.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { useUndoAction } from '../editing/useUndoAction.ts';
import { scheduleQueryNames } from './scheduleQueries.ts';
import { texts } from './texts.ts';

/** Pauses and resumes a schedule. */
export function usePauseSchedule() {
  return useMutation({
    mutationFn: ({ schedule, isPaused }: { schedule: ReportSchedule; isPaused: boolean }) =>
      coreClient().call('changeReportSchedule', {
        params: { scheduleId: schedule.id },
        body: { isPaused },
      }),
    changes: scheduleQueryNames,
    onSuccess(_, { schedule, isPaused }) {
      const done = isPaused ? texts.paused : texts.resumed;
      showToast({ tone: 'positive', title: done(schedule.viewName) });
    },
  });
}

/** Agrees to receive a report, or mutes it. Answers are sent one after the other: the last one counts. */
export function useAnswerSchedule() {
  return useMutation({
    scope: { id: 'answer-schedule' },
    mutationFn: ({ schedule, receives }: { schedule: ReportSchedule; receives: boolean }) =>
      coreClient().call('answerReportSchedule', {
        params: { scheduleId: schedule.id },
        body: { receives },
      }),
    changes: scheduleQueryNames,
    onSuccess(_, { schedule, receives }) {
      const done = receives ? texts.agreed : texts.muted;
      showToast({ tone: 'positive', title: done(schedule.viewName) });
    },
  });
}

/** Sends a report to the user now. */
export function useSendTrial() {
  return useMutation({
    mutationFn: ({ id }: ReportSchedule) =>
      coreClient().call('sendTrialReport', { params: { scheduleId: id } }),
    changes: [],
    onSuccess: ({ mailTo }) => showToast({ tone: 'positive', title: texts.trialSent(mailTo) }),
  });
}

/** Deletes a schedule and shows a toast with an undo action. */
export function useDeleteSchedule() {
  const undo = useUndoAction(scheduleQueryNames);
  return useMutation({
    mutationFn: ({ id }: ReportSchedule) =>
      coreClient().call('deleteReportSchedule', { params: { scheduleId: id } }),
    changes: scheduleQueryNames,
    onSuccess(_, { id, viewName }) {
      const restore = () =>
        coreClient().call('restoreReportSchedule', { params: { scheduleId: id } });
      showToast({
        tone: 'positive',
        title: texts.removed(viewName),
        action: undo(restore, texts.restored(viewName)),
      });
    },
  });
}
