import { MailError } from '../../domain/errors.ts'
import { adviceAfterNo, adviceAt } from '../../domain/first-sight.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import { agreed } from './ask-first.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host } from './host.ts'
import { runInit } from './init-command.ts'

/**
 * Where no store is: asks the person at the terminal whether to create one here. Nothing is made unasked.
 * @throws MailError `no-store` without one
 */
export async function requireStoreHere(host: Host, globals: Globals, onTerminal: boolean): Promise<void> {
  const sight = await host.firstSight(chosenIn(globals))
  if (sight === null) return
  const missing = `There is no store ${sight.looked}.`
  const advice = adviceAt({ ...sight, canAnswer: sight.canAnswer && onTerminal })
  if (advice !== null) throw new MailError('no-store', missing, advice)
  const question = sanitizeLine(`${missing} Create a store here (${sight.location})? [y/N] `)
  if (!(await agreed(question))) throw new MailError('no-store', 'No store was created.', adviceAfterNo)
  await runInit(host, globals, {})
}
