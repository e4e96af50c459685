// kine bench --flops: what the paper says its solver costs, what it should say, and what is counted.
#include "apps/cli/figures/flops.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "apps/cli/draw/terminal.h"
#include "apps/cli/figures/flop_counts.h"

namespace kine::cli {

namespace {

std::string text_of(Cost cost) {
  if (cost.per_freedom == 0) return std::to_string(cost.constant);
  std::string text = std::to_string(cost.per_freedom) + "n";
  if (cost.constant > 0) text += " + " + std::to_string(cost.constant);
  if (cost.constant < 0) text += " - " + std::to_string(-cost.constant);
  return text;
}

/// The three answers for one number of rows.
struct Answers {
  std::string printed, corrected, counted;
};

void heading(const char* title) { std::printf("\n%s%s%s\n\n", style().bold, title, style().plain); }

void line(const char* what, const Answers& three, const Answers& six) {
  std::printf("%-25s %-15s %-15s %-15s  %-15s %-15s %s\n", what, three.printed.c_str(), three.corrected.c_str(),
              three.counted.c_str(), six.printed.c_str(), six.corrected.c_str(), six.counted.c_str());
}

void columns() {
  std::printf("%s%-25s %-47s  %s%s\n", style().dim, "", "three rows (half Jacobian)", "six rows (full Jacobian)",
              style().plain);
  line("", {"printed", "corrected", "counted"}, {"printed", "corrected", "counted"});
}

void table_1_1() {
  heading("Table 1.1: the pseudo-inverse, flops for n freedoms");
  columns();
  const PseudoInverseCosts three = count_pseudo_inverse<3>(), six = count_pseudo_inverse<6>();
  line("A = J J^T", {"18n - 9", "18n - 9", text_of(three.jjt)}, {"72n - 36", "72n - 36", text_of(six.jjt)});
  line("B = A^-1", {"51", "51", text_of(three.inverse)}, {"619", "619", text_of(six.inverse)});
  line("J^T B", {"15n", "15n", text_of(three.jtb)}, {"33n", "66n", text_of(six.jtb)});
  line("all", {"33n + 42", "33n + 42", text_of(three.all)}, {"105n + 583", "138n + 583", text_of(six.all)});
}

void table_1_2() {
  heading("Table 1.2: one loop of the solver, m halvings of dX");
  columns();
  const LoopCosts three = count_loop<3>(), six = count_loop<6>();
  line("1 increment", {"3", "3", text_of(three.increment)}, {"6", "6", text_of(six.increment)});
  line("2 Jacobian", {"162", "162", text_of(three.jacobian)}, {"162", "162", text_of(six.jacobian)});
  line("3 pseudo-inverse", {"33n + 42", "33n + 42", text_of(three.pseudo_inverse)},
       {"105n + 583", "138n + 583", text_of(six.pseudo_inverse)});
  line("4 check", {"18n + 15", "18n + 15", text_of(three.check)}, {"72n + 66", "72n + 66", text_of(six.check)});
  line("5 reduce dX", {"18m", "18m", std::to_string(three.reduce) + "m"},
       {"72m", "72m", std::to_string(six.reduce) + "m"});
  line("6 update", {"6n", "6n", text_of(three.update)}, {"12n", "12n", text_of(six.update)});
  line("7 new position", {"38n", "38n", text_of(three.position)}, {"38n", "38n", text_of(six.position)});
  line("all but 5", {"95n + 252", "95n + 222", text_of(three.all())}, {"227n + 817", "260n + 817", text_of(six.all())});
  line("kine's step for 3 to 6", {"", "", text_of(count_damped_step<3>())}, {"", "", text_of(count_damped_step<6>())});
  std::printf(
      "\nThe 162 flops of stage 2 are those of one limb of three freedoms (%ld counted), so 54n belong there. Stage 7 "
      "is\nnot in the text; a limb's matrix and product, as stage 2 has them, are %ld flops or %ldn.\n",
      count_limb().place + count_limb().columns, count_limb().place, count_limb().place / 3);
  const auto ratio = [](Cost a, Cost b) {
    return static_cast<double>(a.per_freedom) / static_cast<double>(b.per_freedom);
  };
  std::printf(
      "Six rows against three, by the factors of n: printed 227/95 = 2.389, corrected 260/95 = %.2f, counted "
      "%ld/%ld = %.2f.\nThe results of table 1.4 give (5.5 / 180) / (0.24 / 18.15) = %.2f.\n",
      260.0 / 95, six.all().per_freedom, three.all().per_freedom, ratio(six.all(), three.all()),
      (5.5 / 180) / (0.24 / 18.15));
}

void figure_1_2() {
  heading("Figure 1.2: the inverse of a square matrix, flops counted");
  std::printf("%-10s %12s %8s %12s %8s\n", "size", "cofactors", "times", "LU", "times");
  const long lu[] = {count_lu_inverse<2>(), count_lu_inverse<3>(), count_lu_inverse<4>(), count_lu_inverse<5>(),
                     count_lu_inverse<6>(), count_lu_inverse<7>(), count_lu_inverse<8>()};
  long before = 0;
  for (int size = 2; size <= 8; ++size) {
    const long cofactors = count_cofactor_inverse(size), by_lu = lu[size - 2];
    std::printf("%-10d %12ld", size, cofactors);
    if (size > 2) {
      std::printf(" %8.2f %12ld %8.2f\n", static_cast<double>(cofactors) / static_cast<double>(before), by_lu,
                  static_cast<double>(by_lu) / static_cast<double>(lu[size - 3]));
    } else {
      std::printf(" %8s %12ld\n", "", by_lu);
    }
    before = cofactors;
  }
  const double doubled = static_cast<double>(count_lu_inverse<24>()) / static_cast<double>(count_lu_inverse<12>());
  std::printf(
      "\nPrinted: cofactors grow cubically and LU by squares. Corrected: cofactors grow factorially (size k costs more "
      "than k\ntimes size k - 1) and LU cubically (from 12 to 24: times %.2f, an exponent of %.2f). That cofactors win "
      "up "
      "to size 3\nand LU from 4 on is right.\n",
      doubled, std::log2(doubled));
}

}  // namespace

int flops() {
  std::printf(
      "Meredith & Maddock, \"Real-Time Inverse Kinematics: The Return of the Jacobian\": floating-point "
      "operations as\nprinted, as corrected (docs/errata.md), and as counted by running the text on numbers "
      "that count.\n");
  table_1_1();
  table_1_2();
  figure_1_2();
  return 0;
}

}  // namespace kine::cli
