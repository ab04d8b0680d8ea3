import type { AlertRule } from '@seller-connect/contract';
import { showToast } from '@seller-connect/ui';
import { coreClient } from '../api/index.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { useUndoAction } from '../editing/useUndoAction.ts';
import { ruleQueryNames } from './ruleQueries.ts';
import { texts } from './texts.ts';

/** Mutes a rule for the user, or ends that. Muting can be undone from the toast. */
export function useMuteRule() {
  const undo = useUndoAction(['listAlertRules']);
  const setMuted = (ruleId: string, isMuted: boolean) =>
    coreClient().call('muteAlertRule', { params: { ruleId }, body: { isMuted } });
  return useMutation({
    mutationFn: ({ ruleId, isMuted }: { ruleId: string; isMuted: boolean }) =>
      setMuted(ruleId, isMuted),
    changes: ['listAlertRules'],
    onSuccess(_, { ruleId, isMuted }) {
      showToast({
        tone: 'positive',
        title: isMuted ? texts.muted : texts.unmuted,
        ...(isMuted && { action: undo(() => setMuted(ruleId, false), texts.unmuted) }),
      });
    },
  });
}

/** Mutes a rule for the whole team, or ends that. */
export function useMuteForTeam() {
  return useMutation({
    mutationFn: ({ rule, isMuted }: { rule: AlertRule; isMuted: boolean }) =>
      coreClient().call('muteAlertRuleForTeam', { params: { ruleId: rule.id }, body: { isMuted } }),
    changes: ruleQueryNames,
    onSuccess(_, { rule, isMuted }) {
      const done = isMuted ? texts.teamMuted : texts.teamUnmuted;
      showToast({ tone: 'positive', title: done(rule.name) });
    },
  });
}

/** Deletes a rule and shows a toast with an undo action. */
export function useDeleteRule() {
  const undo = useUndoAction(ruleQueryNames);
  return useMutation({
    mutationFn: ({ id }: AlertRule) =>
      coreClient().call('deleteAlertRule', { params: { ruleId: id } }),
    changes: ruleQueryNames,
    onSuccess(_, { id, name }) {
      const restore = () => coreClient().call('restoreAlertRule', { params: { ruleId: id } });
      showToast({
        tone: 'positive',
        title: texts.removed(name),
        action: undo(restore, texts.restored(name)),
      });
    },
  });
}
