import { Button, Card, PageHeader, SegmentedControl, Page } from '@seller-connect/ui';
import { useSyncExternalStore } from 'react';
import { language, languages, sharedTexts, setLanguage } from '../../i18n/index.ts';
import { setThemeMode, getThemeMode, onThemeChange } from '../../theme/index.ts';
import {
  installApplication,
  isInstallOffered,
  onInstallOffer,
} from '../../loading/installOffer.ts';
import { BrandColorPicker } from './BrandColorPicker.tsx';
import { texts } from './texts.ts';

const modes = ['light', 'dark', 'system'] as const;

/** Settings of the theme mode, the brand color and the language. */
export default function AppearanceScreen() {
  const mode = useSyncExternalStore(onThemeChange, getThemeMode) ?? 'system';
  return (
    <Page width="medium">
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      <InstallCard />
      <Card title={texts.mode} summary={texts.modeText}>
        <SegmentedControl
          label={texts.mode}
          options={modes.map((value) => ({ value, label: sharedTexts.themeModes[value] }))}
          value={mode}
          onValueChange={setThemeMode}
        />
      </Card>
      <Card title={texts.color} summary={texts.colorText}>
        <BrandColorPicker />
      </Card>
      <Card title={texts.language} summary={texts.languageText}>
        <SegmentedControl
          label={texts.language}
          options={languages.map((value) => ({
            value,
            label: sharedTexts.languageNames[value],
            lang: value,
          }))}
          value={language}
          onValueChange={setLanguage}
        />
      </Card>
    </Page>
  );
}

/** Where the browser offers it: the application with a window and an icon of its own. */
function InstallCard() {
  const offered = useSyncExternalStore(onInstallOffer, isInstallOffered);
  if (!offered) return null;
  return (
    <Card title={texts.install} summary={texts.installText}>
      <Button onClick={() => void installApplication()}>{texts.install}</Button>
    </Card>
  );
}
