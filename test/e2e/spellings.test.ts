// Two services that spell everything differently; the other spellings have their windows in test/long.
import { describeMainJobs } from "../support/spelledService/mainJobs";

describeMainJobs("two services that spell everything differently, and no setting", [
  "everything different",
  "everything different, and unknown parameters ignored",
]);
