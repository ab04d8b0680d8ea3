import type { AlertRule } from '@seller-connect/contract';
import { showToast } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import { coreClient } from '../api/index.ts';
import { invalidateEverywhere } from '../api/queries/invalidation.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { ruleQueryNames } from './ruleQueries.ts';
import { texts } from './texts.ts';

/** Mutes a rule for the user, or ends that. Muting can be undone from the toast. */
export function useMuteRule() {
  const queries = useQueryClient();
  const setMuted = (ruleId: string, isMuted: boolean) =>
    coreClient().call('muteAlertRule', { params: { ruleId }, body: { isMuted } });
  async function undo(ruleId: string): Promise<void> {
    // The shared handler shows a failure.
    await setMuted(ruleId, false)
      .then(() => showToast({ tone: 'positive', title: texts.unmuted }))
      .catch(() => undefined);
    await invalidateEverywhere(queries, ['listAlertRules']);
  }
  return useMutation({
    mutationFn: ({ ruleId, isMuted }: { ruleId: string; isMuted: boolean }) =>
      setMuted(ruleId, isMuted),
    changes: ['listAlertRules'],
    onSuccess(_, { ruleId, isMuted }) {
      showToast({
        tone: 'positive',
        title: isMuted ? texts.muted : texts.unmuted,
        ...(isMuted && { action: { label: texts.undo, onPress: () => void undo(ruleId) } }),
      });
    },
  });
}

/** Mutes a rule for the whole team, or ends that. */
export function useMuteForTeam() {
  return useMutation({
    mutationFn({ rule, isMuted }: { rule: AlertRule; isMuted: boolean }) {
      const { id: ruleId, isMutedForYou: _own, lastRaisedAt: _raised, ...draft } = rule;
      return coreClient().call('changeAlertRule', {
        params: { ruleId },
        body: { ...draft, isMuted },
      });
    },
    changes: ruleQueryNames,
    onSuccess(_, { rule, isMuted }) {
      const done = isMuted ? texts.teamMuted : texts.teamUnmuted;
      showToast({ tone: 'positive', title: done(rule.name) });
    },
  });
}

/** Deletes a rule and shows a toast with an undo action. */
export function useDeleteRule() {
  const queries = useQueryClient();
  async function undo({ id, name }: AlertRule): Promise<void> {
    // The shared handler shows a failure.
    await coreClient()
      .call('restoreAlertRule', { params: { ruleId: id } })
      .then(() => showToast({ tone: 'positive', title: texts.restored(name) }))
      .catch(() => undefined);
    await invalidateEverywhere(queries, ruleQueryNames);
  }
  return useMutation({
    mutationFn: ({ id }: AlertRule) =>
      coreClient().call('deleteAlertRule', { params: { ruleId: id } }),
    changes: ruleQueryNames,
    onSuccess(_, rule) {
      showToast({
        tone: 'positive',
        title: texts.removed(rule.name),
        action: { label: texts.undo, onPress: () => void undo(rule) },
      });
    },
  });
}
