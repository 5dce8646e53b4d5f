import { isMailError } from '../../domain/errors.ts'
import type { Pane } from '../../services/pane-driver.ts'
import { typeAtPrompt } from '../type-at-prompt.ts'

/** Longer than typing takes, ms; a caller that waits longer for another's nudge gives up its bell. */
const longest = 12_000

/** Types the line where a coding agent waits at an empty prompt: never into a shell, a dialog or a draft. */
export async function ringPane(pane: Pane, line: () => Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('The pane does not answer.'), longest)
  })
  const isOver = over.then(() => true)
  const ask = async (): Promise<string> => {
    const text = await line()
    if (await Promise.race([isOver, false])) throw new Error('Too late.')
    return text
  }
  const typing = typeAtPrompt(pane, { ask, hint: '', force: false, leavesCopyMode: false }).then(
    () => 'rung',
    (error: unknown) => {
      if (isMailError(error)) return error.message
      throw error
    },
  )
  try {
    return await Promise.race([typing, over])
  } finally {
    clearTimeout(timer)
    typing.catch(() => undefined)
  }
}
