/** Copies and items that `t.actor_id` failed since `@since`. A change counts as undone as it does for undo. */
export const failures = `FROM deeds t INDEXED BY deeds_failed CROSS JOIN events e ON of_deed(e, t) AND e.what = 'fail'
WHERE t.what = 'fail' AND t.at >= @since AND NOT EXISTS(
  SELECT 1 FROM deeds u WHERE u.reverses = t.id AND NOT EXISTS(SELECT 1 FROM deeds r WHERE r.reverses = u.id))`
