import { zoom as zoomPane } from '../../panes/inbox/focus.ts'
import { command } from '../command.ts'
import { hasPanes } from '../here.ts'

export const zoom = command({
  name: 'zoom',
  at: { list: 'z', everywhere: 'Z' },
  help: 'zoom the pane',
  available: hasPanes,
  run: zoomPane,
})
