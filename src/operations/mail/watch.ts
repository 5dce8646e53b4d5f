import { streaming } from '../operation.ts'

export const watch = streaming({
  summary: 'Print a line whenever the store changes',
  access: 'read',
  keepsUp: 'mail',
  input: {},
  value: 'changed',
  async *run(context, _input, signal) {
    while (!signal.aborted) {
      await context.store.live.changed(signal)
      if (!signal.aborted) yield { at: new Date(context.now()).toISOString() }
    }
  },
})
