import { zoom as zoomPane } from '../../panes/inbox/focus.ts'
import { command } from '../command.ts'

export const zoom = command({
  name: 'zoom',
  at: { list: 'z', everywhere: 'Z' },
  help: 'zoom the pane',
  run: zoomPane,
})
