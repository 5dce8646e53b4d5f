import type { Stage } from './stage.ts'

/** An hour forward, back, back, and forward again. */
const steps = ['+1h', '+0h', '-1h', '+0h'] as const

/**
 * Steps of the clock. A program reads its test clock once, at its start. So everything is killed in the same moment, as
 * by a loss of power, and comes up again with the other clock.
 */
export function openClock(stage: Stage): void {
  const pen = stage.ledger.pen('clock')
  stage.drive('clock', pen, async () => {
    for (let at = 0; !stage.isEnding; at += 1) {
      const next = Date.now() + stage.options.stepEvery
      while (Date.now() < next && !stage.isEnding) await stage.later(200)
      if (stage.isEnding) return
      stage.clock = steps[at % steps.length] ?? '+0h'
      pen({ what: 'clock', to: stage.clock, at: Date.now() })
      stage.killAll()
    }
  })
}
