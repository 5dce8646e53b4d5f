import { withSession } from '../../state.ts'
import { andThen, say } from '../../step.ts'
import { command } from '../command.ts'

export const mouse = command({
  name: 'mouse',
  at: { everywhere: 'g m' },
  help: 'mouse on, off',
  run(state) {
    const on = !state.session.mouse
    return andThen([withSession(state, { mouse: on }), { type: 'mouse', on }], (next) =>
      say(next, on ? 'Mouse on (Shift selects text)' : 'Mouse off'),
    )
  },
})
