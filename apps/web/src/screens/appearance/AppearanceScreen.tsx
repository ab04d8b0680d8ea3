import { Block, PageHeader, SegmentedControl } from '@seller-connect/ui';
import { useSyncExternalStore } from 'react';
import { language, languages, shared, switchLanguage } from '../../i18n/index.ts';
import { chooseMode, chosenMode, onThemeChange } from '../../theme/index.ts';
import { BrandColour } from './BrandColorPicker.tsx';
import styles from './appearance.module.css';
import { texts } from './texts.ts';

const modes = ['light', 'dark', 'system'] as const;

/** Theme mode, brand colour and language. */
export function AppearanceScreen() {
  const mode = useSyncExternalStore(onThemeChange, chosenMode) ?? 'system';
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      <Block title={texts.mode} summary={texts.modeText}>
        <SegmentedControl
          label={texts.mode}
          options={modes.map((value) => ({ value, label: shared.themeModes[value] }))}
          value={mode}
          onValueChange={chooseMode}
        />
      </Block>
      <Block title={texts.colour} summary={texts.colourText}>
        <BrandColour />
      </Block>
      <Block title={texts.language} summary={texts.languageText}>
        <SegmentedControl
          label={texts.language}
          options={languages.map((value) => ({
            value,
            label: shared.languageNames[value],
            lang: value,
          }))}
          value={language}
          onValueChange={switchLanguage}
        />
      </Block>
    </div>
  );
}
