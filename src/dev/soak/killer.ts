import type { Stage } from './stage.ts'

/** Kills one of all that run, every few seconds: first a role by chance, so that the few are not spared, then one of it. */
export function openKiller(stage: Stage): void {
  const pen = stage.ledger.pen('killer')
  stage.drive('killer', pen, async () => {
    while (!stage.isEnding) {
      await stage.later(stage.about(stage.options.killEvery))
      const targets = [...stage.targets]
      const roles = [...new Set(targets.map(({ role }) => role))]
      const role = roles[Math.floor(stage.random() * roles.length)]
      const members = targets.filter((target) => target.role === role)
      const victim = members[Math.floor(stage.random() * members.length)]
      if (victim === undefined || stage.isEnding) continue
      pen({ what: 'killed', role: victim.role, name: victim.name, at: Date.now() })
      victim.kill()
    }
  })
}
