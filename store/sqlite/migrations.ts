import { looksOf } from '../../src/domain/addressing/lookalike.ts'
import type { Database } from './database/driver.ts'
import { mail } from './migrations/step-1-mail.ts'
import { places } from './migrations/step-2-places.ts'
import { redispatch } from './migrations/step-3-redispatch.ts'
import { unread } from './migrations/step-4-unread.ts'
import { debates } from './migrations/step-5-debates.ts'
import { tasks } from './migrations/step-6-tasks.ts'
import { views } from './migrations/step-7-views.ts'
import { swarms } from './migrations/step-8-swarms.ts'
import { supervision } from './migrations/step-9-supervision.ts'
import { taskEnds } from './migrations/step-10-task-ends.ts'
import { names } from './migrations/step-11-names.ts'
import { failures } from './migrations/step-12-failures.ts'
import { paneServer } from './migrations/step-13-pane-server.ts'
import { sessions } from './migrations/step-14-sessions.ts'

/**
 * The schema, one step a version. Steps are only ever appended: a store of version n runs the steps after n.
 * A store whose version is beyond this list was written by a newer program and is refused.
 */
export const migrations: readonly string[] = [
  mail,
  places,
  redispatch,
  unread,
  debates,
  tasks,
  views,
  swarms,
  supervision,
  taskEnds,
  names,
  failures,
  paneServer,
  sessions,
]

/** Runs the steps after a version. They may call what only this program knows: how a name looks. */
export function runSteps(database: Database, after: number): void {
  const looks = (name: unknown) => looksOf(String(name))
  database.function('looks_like', { deterministic: true }, (name) => looks(name).skeleton)
  database.function('drawn_like', { deterministic: true }, (name) => looks(name).glyphs)
  for (const step of migrations.slice(after)) database.exec(step)
}
