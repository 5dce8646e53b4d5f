import type { Drawing, OpenDrawing } from '../src/faces/tui/loop/start.ts'
import { themes } from '../src/faces/tui/text/theme.ts'
import type { AppView } from '../src/faces/tui/view/view-model.ts'
import { App } from './App.tsx'
import { type Mounted, mount } from './ink/mount.tsx'

/** Draws views onto a screen with Ink. */
export const openDrawing: OpenDrawing = (screen, name, links): Drawing => {
  const theme = { ...themes[name], links }
  let mounted: Mounted | undefined
  return {
    draw(view: AppView) {
      const app = <App view={view} theme={theme} />
      if (mounted === undefined) mounted = mount(app, screen)
      else mounted.update(app)
    },
    close: () => mounted?.unmount(),
  }
}
