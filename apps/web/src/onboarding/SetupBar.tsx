import { StepBar, type StepBarItem } from '@seller-connect/ui';
import { setupPaths, canOpen, setupSteps, useSetup, type SetupStep } from './setup.ts';
import { texts } from './texts.ts';

interface SetupBarProps {
  /** The step of the current screen. */
  readonly at: SetupStep;
  /** Shows the bar after the setup is finished too, for screens that are only part of the setup. */
  readonly always?: boolean;
}

/** Progress of the setup from profile to first report, shown on each of its four screens. */
export function SetupBar({ at, always = false }: SetupBarProps) {
  const { setup, failed } = useSetup();
  // Most users on the connect screen have finished the setup, so no space is reserved there.
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
