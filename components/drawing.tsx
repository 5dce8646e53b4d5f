import type { Drawing, OpenDrawing } from '../src/faces/tui/loop/start.ts'
import type { State } from '../src/faces/tui/state.ts'
import { themes } from '../src/faces/tui/text/theme.ts'
import { App } from './App.tsx'
import { type Mounted, mount } from './ink/mount.tsx'

/** Draws states onto a screen with Ink. */
export const openDrawing: OpenDrawing = (screen, name, links): Drawing => {
  const theme = { ...themes[name], links }
  let mounted: Mounted | undefined
  return {
    draw(state: State) {
      const app = <App state={state} theme={theme} />
      if (mounted === undefined) mounted = mount(app, screen)
      else mounted.update(app)
    },
    close: () => mounted?.unmount(),
  }
}
