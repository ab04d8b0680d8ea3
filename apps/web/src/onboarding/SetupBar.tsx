import { StepBar, type StepBarItem } from '@seller-connect/ui';
import { setupPaths, canOpen, setupSteps, type SetupStep } from './setup.ts';
import { texts } from './texts.ts';
import { useSetup } from './useSetup.ts';

interface SetupBarProps {
  /** The step whose screen this is. */
  readonly at: SetupStep;
  /** Also for those who have finished: the screens that only the way itself leads to. */
  readonly always?: boolean;
}

/** Where one is on the way from the profile to the first report, above each of its four screens. */
export function SetupBar({ at, always = false }: SetupBarProps) {
  const { setup, failed } = useSetup();
  // Nearly all who come to connect have finished: there it does not keep a place that nobody needs.
  if (failed || (setup === null && at === 'connect')) return null;
  if (setup?.finished && !always) return null;
  const steps = setupSteps.map((id): StepBarItem => ({
    id,
    title: texts.steps[id],
    state: setup?.done[id] ? 'done' : id === at ? 'current' : 'later',
    ...(setup && canOpen(id, setup) ? { href: setupPaths[id] } : {}),
  }));
  return (
    <StepBar
      label={texts.label}
      current={at}
      position={
        setup?.finished
          ? texts.finished
          : texts.position(setupSteps.indexOf(at) + 1, setupSteps.length)
      }
      steps={steps}
      stateLabels={texts.states}
      busy={setup === null}
    />
  );
}
