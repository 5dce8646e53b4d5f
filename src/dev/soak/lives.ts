import { type Got, tellFailure } from './agents.ts'
import type { Ended, Stage } from './stage.ts'

/** An agent's own death, apart from that of a program that it runs: it forgets what it had taken. */
export function openCrashes(stage: Stage, role: string, name: string) {
  let deaths = 0
  const pen = stage.ledger.pen(name)
  stage.expose({
    role,
    name,
    kill: () => {
      deaths += 1
      for (const target of [...stage.targets])
        if (target.name === name && target.pid !== undefined) target.kill()
    },
  })
  return {
    count: () => deaths,
    tell: (what: string, ended: Ended) => tellFailure(pen, `${role} ${name}: ${what}`, ended),
  }
}

type OneMessage = { readonly message: { readonly id: string; readonly kind: string; readonly body: string } }

/** The message that came out whole as JSON. */
export function messageIn(out: string): Got | null {
  try {
    const { id, kind, body } = (JSON.parse(out) as OneMessage).message
    return { id, kind, text: body }
  } catch {
    return null
  }
}
