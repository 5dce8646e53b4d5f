import type { ReactElement } from 'react'
import type { OwnThemes } from '../src/faces/tui/loop/sitting.ts'
import type { Drawing, OpenDrawing } from '../src/faces/tui/loop/start.ts'
import type { Field } from '../src/faces/tui/model/editor.ts'
import type { State } from '../src/faces/tui/state.ts'
import { type Theme, type ThemeChoice, type ThemeName, themes } from '../src/faces/tui/text/theme.ts'
import { App } from './App.tsx'
import { type Mounted, mount } from './ink/mount.tsx'
import { TypingContext } from './typing.ts'

/** Draws states onto a screen with Ink, and types into the line input among them. */
export const openDrawing: OpenDrawing = (screen, opened, links, own = {}): Drawing => {
  const used = new Map<ThemeChoice, Theme>()
  const themeOf = (name: ThemeChoice): Theme => {
    const theme = used.get(name) ?? { ...lookOf(name, own), links }
    used.set(name, theme)
    return theme
  }
  let mounted: Mounted | undefined
  let app: ReactElement | undefined
  let typed: Field | null = null
  const onChange = (field: Field): void => {
    typed = field
  }
  const withLine = (field: Field | null): ReactElement => (
    <TypingContext.Provider value={{ field, onChange }}>{app}</TypingContext.Provider>
  )
  return {
    draw(state: State) {
      app = <App state={state} theme={themeOf(state.session.theme ?? opened)} />
      if (mounted === undefined) mounted = mount(withLine(null), screen)
      else mounted.update(withLine(null))
    },
    input(field, letters) {
      typed = null
      // The app is the same element, so only the line renders.
      mounted?.type(withLine(field), letters)
      return typed
    },
    close: () => mounted?.unmount(),
  }
}

function lookOf(name: ThemeChoice, own: OwnThemes): Theme {
  return name.startsWith('own:') ? (own[name.slice(4)] ?? themes.colours) : themes[name as ThemeName]
}
