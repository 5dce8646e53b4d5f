import type { MessagePort } from 'node:worker_threads'
import type { Environment } from '../../config.ts'
import { type ErrorCode, isMailError } from '../../domain/errors.ts'
import { lookAt } from '../../faces/tui/stores.ts'
import { openMailbox } from '../../mailbox.ts'
import { findStore, type Place } from '../../store-place/find-store.ts'
import { knownStore } from '../../store-place/known-store.ts'
import type { Opening } from '../mailbox-thread/messages.ts'
import { contextsIn } from '../mailbox-thread/open-context.ts'
import { knownStores, writtenAt } from './known-stores.ts'
import { lookIntoStore } from './look-into-store.ts'
import type { LookAnswer, LookQuestion } from './looks.ts'

type Asked = Pick<Opening, 'store' | 'as' | 'allowNetworkFilesystem'>

/** Looks into stores for a screen, one at a time. Each is closed after its look. */
export function serveLooks(port: MessagePort, asked: Asked): void {
  const { environment, contextIn } = contextsIn(asked)
  const first = firstPlace(asked.store, environment)

  async function look({ location, rows }: Extract<LookQuestion, { type: 'look' }>): Promise<LookAnswer> {
    try {
      const place = first?.location === location ? first : knownStore(location, environment)
      const opened = await lookIntoStore(place, environment)
      try {
        const look = await lookAt(openMailbox(await contextIn(opened)), rows)
        return { look, problem: null, writtenAt: writtenAt(location) }
      } finally {
        await opened.store.close()
      }
    } catch (error) {
      return { look: null, problem: problemOf(error), writtenAt: null }
    }
  }

  port.on('message', async (question: LookQuestion) => {
    if (question.type === 'look') port.postMessage(await look(question))
    else port.postMessage(knownStores(environment, first?.location ?? null))
  })
}

/** The store that the program was started in: it stays in the list, also where it was chosen by its path. */
function firstPlace(flag: string | undefined, environment: Environment): Place | null {
  try {
    const place = findStore(flag, environment)
    return place.how === 'data' ? null : place
  } catch {
    return null
  }
}

const problems: Partial<Record<ErrorCode, string>> = {
  'no-store': 'gone',
  usage: 'no store',
  stale: 'older version',
  'newer-version': 'newer version',
  busy: 'locked',
  damaged: 'damaged',
  'not-allowed': 'refused',
  'no-actor': 'no mailbox of yours',
  'not-found': 'no mailbox of yours',
  ambiguous: 'no mailbox of yours',
}

/** One word for a row: who opens the store reads the whole sentence. */
function problemOf(error: unknown): string {
  return (isMailError(error) ? problems[error.code] : undefined) ?? 'unreadable'
}
